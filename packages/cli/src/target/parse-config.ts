import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { CliError } from '../cli-error.js'

/** One server of a config file, before anything in it is checked. */
export interface ConfigEntry {
  readonly value: unknown
  /** Names it in messages: `mcp.json: mcpServers.notes`. */
  readonly where: string
}

/**
 * The servers of a config file, which is JSON with comments: what it has under `mcpServers`, or as editors write it under
 * `servers`.
 *
 * @throws CliError `usage` naming the file, and the line that cannot be read.
 */
export function parseConfig(text: string, file: string): ReadonlyMap<string, ConfigEntry> {
  const errors: ParseError[] = []
  const config: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length
    throw new CliError('usage', `${file}, line ${line}: ${printParseErrorCode(error.error)}`)
  }
  const key = ['mcpServers', 'servers'].find((key) => isRecord(config) && config[key] !== undefined)
  const servers = isRecord(config) && key !== undefined ? config[key] : undefined
  if (key === undefined) throw new CliError('usage', `${file} has neither "mcpServers" nor "servers"`)
  if (!isRecord(servers)) throw new CliError('usage', `${file}: ${key} must be an object`)
  return new Map(Object.entries(servers).map(([name, value]) => [name, { value, where: `${file}: ${key}.${name}` }]))
}

/** Whether a value of a config is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
