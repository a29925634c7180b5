import { isObject } from '../../../values/json/is-object.js'
import { ConfigFault } from '../config-fault.js'
import { type InputDefinition, parseInputs } from '../expand/config-input.js'
import type { VariableStyle } from '../expand/expand-variables.js'
import { type FieldPath, formatPath } from '../field-fault.js'
import type { ParsedText } from '../parse/parsed-text.js'

/** One server of a file, before anything in it is checked. */
export interface ConfigEntry {
  readonly name: string
  readonly value: unknown
  readonly path: FieldPath
  readonly style: VariableStyle
  /** What `timeout` counts in, in milliseconds. */
  readonly timeoutUnit: number
}

/** The servers of a file, and what it wants to be asked for them. */
export interface ConfigEntries {
  readonly entries: readonly ConfigEntry[]
  readonly inputs: ReadonlyMap<string, InputDefinition>
}

/** What a file is looked through with. */
export interface ConfigOrigin {
  /** Its absolute path, with either kind of slash: some hosts are known by it. */
  readonly file: string
  /** Claude Code keeps servers of single folders in the file of the user. */
  readonly workspaceFolder: string
}

/** Where a host has its servers. The first root that a file has counts. */
interface Root {
  readonly path: FieldPath
  /** Other settings may stand between the servers. */
  readonly isMixed?: boolean
  readonly style?: VariableStyle
  readonly timeoutUnit?: number
  /** Only in files of this name: elsewhere the key means something else. */
  readonly file?: RegExp
}

const roots: readonly Root[] = [
  { path: ['mcpServers'] },
  { path: ['servers'] },
  { path: ['mcp_servers'] },
  { path: ['mcp', 'servers'], style: 'braces' },
  { path: ['mcp'], style: 'braces', isMixed: true },
  { path: ['extensions'], file: /\.ya?ml$/i, timeoutUnit: 1_000 },
]

/** The kinds of extensions of Goose that are part of it. */
const builtIn: ReadonlySet<unknown> = new Set(['builtin', 'platform', 'frontend', 'inline_python'])

/** Hosts that know `$NAME`. */
const bareStyle = /[\\/]\.(?:gemini|qwen|tabnine)[\\/]/

/**
 * Finds the servers of a file, whichever host it is of; undefined where it has none at all.
 *
 * @throws ConfigFault for what can be no list of servers.
 */
export function findEntries({ value, lineOf }: ParsedText, origin: ConfigOrigin): ConfigEntries | undefined {
  const here: Root = { path: ['projects', origin.workspaceFolder, 'mcpServers'] }
  const root = roots.find((candidate) => isRoot(candidate, value, origin))
  const found = [here, root].filter((candidate) => candidate !== undefined && at(value, candidate.path) !== undefined)
  if (found.length === 0) return undefined
  const entries = new Map<string, ConfigEntry>()
  for (const candidate of found) {
    if (candidate === undefined) continue
    const { path } = candidate
    const servers = at(value, path)
    if (!isObject(servers))
      throw new ConfigFault(`has something else than servers in ${formatPath(path)}`, lineOf(path))
    for (const entry of entriesOf(servers, candidate, origin)) {
      if (!entries.has(entry.name)) entries.set(entry.name, entry)
    }
  }
  if (entries.size > maxServers) throw new ConfigFault(`has more than ${maxServers} servers`)
  return { entries: [...entries.values()], inputs: parseInputs(at(value, ['inputs']) ?? at(value, ['mcp', 'inputs'])) }
}

const maxServers = 1_000

function isRoot({ path, file = /^/, isMixed }: Root, value: unknown, origin: ConfigOrigin): boolean {
  const servers = at(value, path)
  if (servers === undefined || servers === null || !file.test(origin.file)) return false
  return isMixed !== true || (isObject(servers) && Object.values(servers).some(isObject))
}

function entriesOf(servers: Readonly<Record<string, unknown>>, root: Root, origin: ConfigOrigin): ConfigEntry[] {
  const style = root.style ?? (bareStyle.test(origin.file) ? 'bare' : undefined)
  const { timeoutUnit = 1, isMixed = false, file } = root
  return Object.entries(servers).flatMap(([name, given]) => {
    if (isMixed && !isObject(given)) return []
    // Goose once wrote `{ enabled, config: { … } }`.
    const nested = file !== undefined && isObject(given) && isObject(given['config']) ? given['config'] : undefined
    const value = nested === undefined ? given : { ...nested, enabled: at(given, ['enabled']) }
    if (file !== undefined && builtIn.has(at(value, ['type']))) return []
    const path = nested === undefined ? [...root.path, name] : [...root.path, name, 'config']
    return [{ name, value, path, style, timeoutUnit }]
  })
}

/** The value at a path, of own members only. */
function at(value: unknown, path: FieldPath): unknown {
  let found = value
  for (const part of path) found = isObject(found) && Object.hasOwn(found, part) ? found[part] : undefined
  return found
}
