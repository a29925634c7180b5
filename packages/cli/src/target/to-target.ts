import { dirname, resolve } from 'node:path'
import { CliError } from '../cli-error.js'
import { expandVariables } from './expand-variables.js'
import { type ConfigEntry, isRecord } from './parse-config.js'
import type { ResolvedTarget } from './resolved-target.js'

/** What an entry is read with. */
export interface EntryPlace {
  /** The config file: a relative `cwd` starts at its directory. */
  readonly path: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * What a configured server is: a command to start, or an address; with its variables expanded.
 *
 * @throws CliError `usage` naming the file and the field.
 */
export function toTarget({ value, where }: ConfigEntry, { path, env }: EntryPlace): ResolvedTarget {
  if (!isRecord(value)) throw mustBe(where, 'an object', value)
  const expand: Expand = (field, text) => {
    if (typeof text !== 'string') throw mustBe(`${where}.${field}`, 'a string', text)
    return expandVariables(text, { where: `${where}.${field}`, env })
  }
  const url = value['url'] ?? value['serverUrl'] ?? value['httpUrl']
  if (url !== undefined) {
    return {
      type: 'url',
      address: { url: expand('url', url), headers: toStrings(value, { where, field: 'headers', expand }) },
    }
  }
  const [command, ...args] = toLine(value, where, expand)
  if (command === undefined) throw mustBe(`${where}.command`, 'a program', value['command'])
  const variables = toStrings(value, { where, field: 'env', expand })
  const cwd = value['cwd'] === undefined ? undefined : resolve(dirname(path), expand('cwd', value['cwd']))
  return { type: 'command', command: { command, args, env: variables, ...(cwd !== undefined && { cwd }) } }
}

type Expand = (field: string, text: unknown) => string

type Entry = Readonly<Record<string, unknown>>

function toLine(value: Entry, where: string, expand: Expand): readonly string[] {
  const line = typeof value['command'] === 'string' ? [value['command']] : value['command']
  if (!Array.isArray(line) || line.length === 0) throw mustBe(`${where}.command`, 'a program', value['command'])
  const args: unknown = value['args'] ?? []
  if (!Array.isArray(args)) throw mustBe(`${where}.args`, 'a list of strings', args)
  const [command, ...first] = line as readonly unknown[]
  return [
    expand('command', command),
    ...first.map((arg, at) => expand(`command[${at + 1}]`, arg)),
    ...args.map((arg, at) => expand(`args[${at}]`, arg)),
  ]
}

function toStrings(
  value: Entry,
  { where, field, expand }: { readonly where: string; readonly field: 'env' | 'headers'; readonly expand: Expand },
): Record<string, string> {
  const members = value[field] ?? {}
  if (!isRecord(members)) throw mustBe(`${where}.${field}`, 'an object', members)
  return Object.fromEntries(Object.entries(members).map(([name, text]) => [name, expand(`${field}.${name}`, text)]))
}

/** What was given is not repeated: it may be a secret. */
function mustBe(where: string, what: string, value: unknown): CliError {
  return new CliError('usage', `${where} must be ${what}, got ${kindOf(value)}`)
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
