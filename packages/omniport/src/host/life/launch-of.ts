import type { Command, Target } from '../../client/target.js'
import { isLoaderVariable } from './is-loader-variable.js'
import type { Launch } from './launch.js'

/** What a target comes to, without the value of any header, nor of a variable that decides nothing. */
export function launchOf(target: Target | undefined): Launch {
  if (target === undefined) return { type: 'program' }
  if (typeof target === 'string' || target instanceof URL) return { type: 'url', url: String(target), headers: [] }
  if ('url' in target) {
    return { type: 'url', url: String(target.url), headers: Object.keys(target.headers ?? {}).sort() }
  }
  return 'command' in target ? launchOfCommand(target) : { type: 'program' }
}

function launchOfCommand({ command, args = [], env = {}, cwd }: Command): Launch {
  const names = Object.keys(env).sort()
  const loaders = names.filter(isLoaderVariable).map((name) => [name, env[name] ?? ''] as const)
  return {
    type: 'command',
    command,
    args,
    env: names,
    ...(loaders.length > 0 && { loaders: Object.fromEntries(loaders) }),
    ...(cwd !== undefined && { cwd }),
  }
}
