import { isSecretName } from '../../audit/is-secret-name.js'
import type { ConfigVariable, ServerSettings } from '../../servers/settings/server-settings.js'
import { formatLocation } from '../config-fault.js'
import { FieldFault, type FieldPath, formatPath } from '../field-fault.js'
import type { ConfigEntry } from '../find/find-entries.js'
import type { ParsedConfig } from '../parse-config.js'
import type { EntryContext } from './entry-context.js'
import { isSwitchedOff, readEntry } from './read-entry.js'

export interface FileContext extends Omit<EntryContext, 'input'> {
  /** The path of the file in messages. */
  readonly displayPath: string
  /** True if inputs of the server may be requested. */
  isNeeded(name: string): boolean
  input(id: string, path: FieldPath): Promise<string>
}

/** Reads the servers of several files; of each name the first counts. */
export async function readServers(
  files: readonly ParsedConfig[],
  contextOf: (file: ParsedConfig) => FileContext,
): Promise<Readonly<Record<string, ServerSettings>>> {
  const servers: Record<string, ServerSettings> = Object.create(null)
  for (const file of files) {
    const context = contextOf(file)
    for (const entry of file.entries) {
      if (!Object.hasOwn(servers, entry.name)) servers[entry.name] = await readServer(entry, file, context)
    }
  }
  return Object.freeze(servers)
}

async function readServer(entry: ConfigEntry, file: ParsedConfig, context: FileContext): Promise<ServerSettings> {
  const line = file.lineOf(entry.path)
  const source = { file: file.file, ...(line !== undefined && { line }), field: formatPath(entry.path) }
  const isOff = isSwitchedOff(entry)
  const isAsking = !isOff && context.isNeeded(entry.name)
  const used = new UsedVariables(entry.path)
  const scope = isAsking ? context : withoutInput(context, isOff ? 'enabled' : 'needed')
  try {
    const settings = await readEntry(entry, { ...scope, onVariable: used.add })
    return { ...settings, ...(used.all !== undefined && { variables: used.all }), source }
  } catch (reason) {
    if (!(reason instanceof FieldFault)) throw reason
    const location = formatLocation({ file: context.displayPath, line: nearestLine(file, reason.path) })
    return {
      problem: `${location}: ${formatPath(reason.path)}${reason.message}`,
      ...(isOff && { isDisabled: true }),
      source,
    }
  }
}

/** Replaces `input` for servers that are not used. */
function withoutInput(context: FileContext, when: 'enabled' | 'needed'): FileContext {
  return {
    ...context,
    input: (id, path) =>
      Promise.reject(new FieldFault(path, `: the input ${id} is requested only when the server is ${when}`)),
  }
}

/** The line of the value, or of the nearest parent whose line is known. */
function nearestLine({ lineOf }: ParsedConfig, path: FieldPath): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lineOf(path.slice(0, length))
    if (line !== undefined) return line
  }
  return undefined
}

/** Collects the variables of the environment whose values one entry passes on. */
class UsedVariables {
  readonly #entry: FieldPath
  readonly #found = new Map<string, ConfigVariable>()

  constructor(entry: FieldPath) {
    this.#entry = entry
  }

  readonly add = (name: string, value: string, path: FieldPath): void => {
    const field = formatPath(path.slice(this.#entry.length))
    // The name of a file is used here, and goes nowhere.
    if (field === 'envFile') return
    this.#found.set(JSON.stringify([name, field]), { name, field, ...(isSecretName(name) && { secret: value }) })
  }

  /** Sorted, so that equal entries give equal lists; undefined if there are none. */
  get all(): readonly ConfigVariable[] | undefined {
    if (this.#found.size === 0) return undefined
    return [...this.#found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, variable]) => variable)
  }
}
