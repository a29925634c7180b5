import type { AskInput, Config, ServerSettings } from '../../entries/host.js'
import { CliError } from '../errors/cli-error.js'
import type { ResolvedTarget } from './resolved-target.js'

/** Where to look a name up. */
export interface ConfigLocation {
  readonly cwd: string
  /** What `${NAME}` in a config stands for. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The only file to read, which then must be there. */
  readonly only?: string | undefined
  /** Asks a person for a value that the entry wants. Default: what the file suggests is taken. */
  readonly input?: AskInput | undefined
  /** Gets a line about each file that cannot be read and would count before the one that has the name. */
  readonly onProblem?: ((message: string) => void) | undefined
}

/**
 * What a configured server is: that of the first file which has the name, of this folder or of the user.
 *
 * Rejects with CliError `usage` for a name that no file has, and `invalid_config` for an entry that is wrong; with
 * OmniportError `invalid_config` for a file that is.
 */
export async function findConfigured(name: string, location: ConfigLocation): Promise<ResolvedTarget> {
  const { cwd, env, only, input, onProblem } = location
  // Most targets need none of it.
  const { loadConfig } = await import('../../entries/host.js')
  const config = await loadConfig(only, { cwd, env, input, needed: [name] })
  const settings = config.servers[name]
  if (settings === undefined) throw notFound(name, config, only)
  const isBefore = (file: string) => config.files.indexOf(file) < config.files.indexOf(settings.source?.file ?? '')
  for (const { file, message } of config.problems) if (isBefore(file)) onProblem?.(message)
  return toTarget(settings)
}

/** A config file has programs and addresses only. */
function toTarget({ target, problem, auth, timeoutMs, revision }: ServerSettings): ResolvedTarget {
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
  const there = names.length === 0 ? '' : `; there is: ${names.join(', ')}`
  const unread = problems.map(({ message }) => `; not read: ${message}`).join('')
  return new CliError('usage', `There is no server "${name}" in ${where}${there}${unread}`)
}
