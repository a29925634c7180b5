import type { AskInput, Config, ServerSettings } from '../../entries/host.js'
import { didYouMean } from '../../values/text/nearest.js'
import { CliError } from '../errors/cli-error.js'
import { listNames } from '../errors/name-advice.js'
import type { ResolvedTarget } from './resolved-target.js'

/** The target of an entry: never a module. */
type ConfiguredTarget = Exclude<ResolvedTarget, { readonly type: 'module' }>

export interface ConfigLocation {
  readonly cwd: string
  /** Values of `${NAME}`. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The only file to read; it must exist. */
  readonly only?: string | undefined
  /** Asks for inputs of the entry. Default: the defaults of the file. */
  readonly input?: AskInput | undefined
  /** Receives a line per unreadable file that precedes the one with the name. */
  readonly onProblem?: ((message: string) => void) | undefined
}

/**
 * Finds a configured server: that of the first file with the name, in the working folder or of the user.
 *
 * Rejects with CliError `usage` for an unknown name, and `invalid_config` for an invalid entry; with OmniportError
 * `invalid_config` for an unreadable file.
 */
export async function findConfigured(name: string, location: ConfigLocation): Promise<ConfiguredTarget> {
  const { cwd, env, only, input, onProblem } = location
  // Most targets do not need this module.
  const { loadConfig } = await import('../../entries/host.js')
  const config = await loadConfig(only, { cwd, env, input, needed: [name] })
  const settings = config.servers[name]
  if (settings === undefined) throw notFound(name, config, only)
  const isBefore = (file: string) => config.files.indexOf(file) < config.files.indexOf(settings.source?.file ?? '')
  for (const { file, message } of config.problems) if (isBefore(file)) onProblem?.(message)
  return toTarget(settings)
}

function toTarget({ target, problem, auth, timeoutMs, revision }: ServerSettings): ConfiguredTarget {
  const ways = { timeoutMs, revision }
  if (typeof target === 'object' && 'command' in target) return { type: 'command', command: target, ways }
  if (typeof target !== 'object' || !('url' in target)) {
    throw new CliError('invalid_config', problem ?? 'The entry has nothing to connect to')
  }
  return { type: 'url', address: { url: String(target.url), headers: { ...target.headers } }, auth, ways }
}

function notFound(name: string, { servers, problems }: Config, only: string | undefined): CliError {
  const names = Object.keys(servers)
  const where = only ?? '.mcp.json, mcp.json, .vscode/mcp.json, nor in a file of another host'
  const there = names.length === 0 ? noneThere : `${didYouMean(name, names)} The servers are ${listNames(names)}`
  const unread = problems.map(({ message }) => `; not read: ${message}`).join('')
  return new CliError('usage', `There is no server "${name}" in ${where}${there}${unread}`)
}

const noneThere = '; a target may also be a URL, the path of a module such as ./server.js, or "-- command args…"'
