import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { applyEdits, modify, parse } from 'jsonc-parser'
import { didYouMean } from '../../values/text/nearest.js'
import type { VerbLine } from '../command-line/verb.js'
import { CliError } from '../errors/cli-error.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { findServers } from '../tap/install/config-entry.js'
import { changeConfigFile, readConfigFile } from './config-file.js'
import type { ConfigFlags } from './config-flags.js'
import { shortPath } from './configured-server.js'
import type { ServerLaunch } from './install/install-hosts.js'
import { parseLaunch } from './install/launch.js'

type Line = VerbLine<ConfigFlags>

/** `config add <name> <url>` or `config add <name> -- <command>` adds a server to `.mcp.json`, or to the file of `--config`. */
export async function addServer({ words, command, options, flags }: Line, io: Io): Promise<number> {
  const [name, url, extra] = words
  if (name === undefined) throw new CliError('usage', 'config add: give a name, and a URL or "-- command args…"')
  if (!/^[\w-]+$/.test(name)) throw new CliError('usage', `config add: "${name}" must be letters, digits, _ and -`)
  if (extra !== undefined) {
    const message = `config add takes a name and a URL, got "${extra}" as well; a program to start comes after "--"`
    throw new CliError('usage', message)
  }
  const entry = toEntry(parseLaunch({ action: 'add', url, command }, options))
  const file = fileOf(options.config, io)
  await createFile(file)
  await changeConfigFile(file, (text) => {
    const isThere = findServers(text, shortPath(file), io.cwd).some((each) => each.name === name)
    if (isThere && flags.replace !== true)
      throw new CliError('usage', `config add: ${shortPath(file)} has a server "${name}"; --replace replaces it`)
    return edit(text, [rootOf(text), name], entry)
  })
  const toText = () => `Added ${name} to ${shortPath(file)}. "omniport list ${name}" shows what it offers.`
  await writeResult({ value: { name, file, entry: withoutValues(entry) }, toText }, options, io)
  return 0
}

/** `config remove <name>` removes a server from `.mcp.json`, or from the file of `--config`. */
export async function removeServer({ words, options }: Line, io: Io): Promise<number> {
  const [name, extra] = words
  if (name === undefined) throw new CliError('usage', 'config remove: give the name of a server')
  if (extra !== undefined) throw new CliError('usage', `config remove takes one name, got "${extra}" as well`)
  const file = fileOf(options.config, io)
  await changeConfigFile(await existing(file), (text) => {
    const names = findServers(text, shortPath(file), io.cwd).map((each) => each.name)
    if (names.includes(name)) return edit(text, [rootOf(text), name], undefined)
    const list = names.length === 0 ? '; it has none' : `${didYouMean(name, names)} It has ${names.join(', ')}`
    throw new CliError('not_found', `config remove: there is no server "${name}" in ${shortPath(file)}${list}`)
  })
  await writeResult({ value: { name, file }, toText: () => `Removed ${name} from ${shortPath(file)}.` }, options, io)
  return 0
}

function fileOf(only: string | undefined, { cwd }: Io): string {
  const file = resolve(cwd, only ?? '.mcp.json')
  if (/\.jsonc?$/.test(file)) return file
  throw new CliError('usage', `config: only JSON files are changed; edit ${shortPath(file)} by hand`)
}

async function existing(file: string): Promise<string> {
  await readConfigFile(file).catch(() => {
    throw new CliError('not_found', `config: there is no file ${shortPath(file)}; give the file with --config`)
  })
  return file
}

async function createFile(file: string): Promise<void> {
  try {
    await writeFile(file, '{\n  "mcpServers": {}\n}\n', { flag: 'wx' })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException // node:fs throws nothing else
    if (code !== 'EEXIST') throw new CliError('usage', `config add: cannot write ${file}: ${message}`, { cause })
  }
}

function toEntry(launch: ServerLaunch): Entry {
  if ('url' in launch)
    return { type: 'http', url: launch.url, ...(hasMembers(launch.headers) && { headers: launch.headers }) }
  const { command, args, env } = launch
  return { command, args, ...(hasMembers(env) && { env }) }
}

function hasMembers(record: object): boolean {
  return Object.keys(record).length > 0
}

interface Entry {
  readonly type?: string
  readonly url?: string
  readonly command?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Values may be secrets: their names are enough. */
function withoutValues({ env, headers, ...entry }: Entry): object {
  return { ...entry, ...(env && { env: Object.keys(env) }), ...(headers && { headers: Object.keys(headers) }) }
}

/** The field that the file has its servers in. */
function rootOf(text: string): string {
  const value: unknown = parse(text)
  const has = (name: string) => typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return !has('mcpServers') && has('servers') ? 'servers' : 'mcpServers'
}

/** Comments and what is around the entry stay as they are. */
function edit(text: string, path: string[], value: Entry | undefined): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }
  return applyEdits(text, modify(text, path, value, { formattingOptions }))
}
