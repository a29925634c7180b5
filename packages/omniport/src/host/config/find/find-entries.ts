import { isObject } from '../../../values/json/is-object.js'
import { ConfigFault } from '../config-fault.js'
import { type InputDefinition, parseInputs } from '../expand/config-input.js'
import type { VariableStyle } from '../expand/expand-variables.js'
import { type FieldPath, formatPath } from '../field-fault.js'
import type { ParsedText } from '../parse/parsed-text.js'

/** An unchecked entry of a file. */
export interface ConfigEntry {
  readonly name: string
  readonly value: unknown
  readonly path: FieldPath
  readonly style: VariableStyle
  /** The unit of `timeout`, in milliseconds. */
  readonly timeoutUnit: number
}

export interface ConfigEntries {
  readonly entries: readonly ConfigEntry[]
  readonly inputs: ReadonlyMap<string, InputDefinition>
}

export interface ConfigOrigin {
  /** Its absolute path, with slashes or backslashes; some hosts are recognised by it. */
  readonly file: string
  /** Claude Code keeps the servers of a project in the user's file. */
  readonly workspaceFolder: string
}

/** The field with a host's servers. The first root that a file has is used. */
interface Root {
  readonly path: FieldPath
  /** True: the field also has other settings. */
  readonly isMixed?: boolean
  readonly style?: VariableStyle
  readonly timeoutUnit?: number
  /** Only for matching files; elsewhere the field has another meaning. */
  readonly file?: RegExp
}

const roots: readonly Root[] = [
  { path: ['mcpServers'] },
  { path: ['servers'] },
  { path: ['mcp_servers'] },
  { path: ['context_servers'], isMixed: true },
  { path: ['mcp', 'servers'], style: 'braces' },
  { path: ['mcp'], style: 'braces', isMixed: true },
  { path: ['extensions'], file: /\.ya?ml$/i, timeoutUnit: 1_000 },
]

/** Types of Goose extensions that are built in. */
const builtIn: ReadonlySet<unknown> = new Set(['builtin', 'platform', 'frontend', 'inline_python'])

/** Files of hosts that expand `$NAME`. */
const bareStyle = /[\\/]\.(?:gemini|qwen|tabnine)[\\/]/

/**
 * Finds the servers of a file of any host; undefined if it has none.
 *
 * @throws ConfigFault if the field is not an object of servers.
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
    if (!isObject(servers)) throw new ConfigFault(`must have an object of servers at ${formatPath(path)}`, lineOf(path))
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
    // Zed keeps the settings of its extensions beside the servers.
    if (at(given, ['source']) === 'extension') return []
    // Older versions of Goose wrote `{ enabled, config: { … } }`.
    const nested = file !== undefined && isObject(given) && isObject(given['config']) ? given['config'] : undefined
    const value = nested === undefined ? given : { ...nested, enabled: at(given, ['enabled']) }
    if (file !== undefined && builtIn.has(at(value, ['type']))) return []
    const path = nested === undefined ? [...root.path, name] : [...root.path, name, 'config']
    return [{ name, value, path, style, timeoutUnit }]
  })
}

/** Returns the value at a path; own members only. */
function at(value: unknown, path: FieldPath): unknown {
  let found = value
  for (const part of path) found = isObject(found) && Object.hasOwn(found, part) ? found[part] : undefined
  return found
}
