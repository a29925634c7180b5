import type { Command, Target } from '../../client/target.js'
import type { Launch } from './launch.js'

/** What a target comes to, without any value of a variable or a header. */
export function launchOf(target: Target | undefined): Launch {
  if (target === undefined) return { type: 'program' }
  if (typeof target === 'string' || target instanceof URL) return { type: 'url', url: String(target), headers: [] }
  if ('url' in target) {
    return { type: 'url', url: String(target.url), headers: Object.keys(target.headers ?? {}).sort() }
  }
  return 'command' in target ? launchOfCommand(target) : { type: 'program' }
}

function launchOfCommand({ command, args = [], env = {}, cwd }: Command): Launch {
  return { type: 'command', command, args, env: Object.keys(env).sort(), ...(cwd !== undefined && { cwd }) }
}
