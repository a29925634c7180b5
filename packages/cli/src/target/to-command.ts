import { dirname, resolve } from 'node:path'
import type { Command } from 'omniport/client'
import { CliError } from '../cli-error.js'
import { expandVariables } from './expand-variables.js'
import { type ConfigEntry, isRecord } from './parse-config.js'
import { refuseHttp } from './refuse-http.js'

/** What an entry is read with. */
export interface EntryPlace {
  /** The config file: a relative `cwd` starts at its directory. */
  readonly path: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * The command of a configured server, with its variables expanded.
 *
 * @throws CliError `usage` naming the file and the field.
 */
export function toCommand({ value, where }: ConfigEntry, { path, env }: EntryPlace): Command {
  if (!isRecord(value)) throw mustBe(where, 'an object', value)
  const expand = (field: string, text: unknown): string => {
    if (typeof text !== 'string') throw mustBe(`${where}.${field}`, 'a string', text)
    return expandVariables(text, { where: `${where}.${field}`, env })
  }
  const url = value['url'] ?? value['serverUrl'] ?? value['httpUrl']
  if (url !== undefined) return refuseHttp(expand('url', url))
  const line = typeof value['command'] === 'string' ? [value['command']] : value['command']
  if (!Array.isArray(line) || line.length === 0) throw mustBe(`${where}.command`, 'a program', value['command'])
  const [command, ...first] = line as readonly unknown[]
  const args: unknown = value['args'] ?? []
  if (!Array.isArray(args)) throw mustBe(`${where}.args`, 'a list of strings', args)
  const variables = value['env'] ?? {}
  if (!isRecord(variables)) throw mustBe(`${where}.env`, 'an object', variables)
  return {
    command: expand('command', command),
    args: [
      ...first.map((arg, at) => expand(`command[${at + 1}]`, arg)),
      ...args.map((arg, at) => expand(`args[${at}]`, arg)),
    ],
    env: Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, expand(`env.${name}`, text)])),
    ...(value['cwd'] !== undefined && { cwd: resolve(dirname(path), expand('cwd', value['cwd'])) }),
  }
}

function mustBe(where: string, what: string, value: unknown): CliError {
  return new CliError('usage', `${where} must be ${what}, got ${JSON.stringify(value) ?? 'nothing'}`)
}
