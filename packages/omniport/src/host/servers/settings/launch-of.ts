import type { Command, Target } from '../../../client/connect/targets/target.js'
import type { Launch } from './launch.js'
import type { ServerSettings } from './server-settings.js'

/**
 * Describes how a server is started, without secret values: header values are left out, and variable values too, except those
 * that decide which code runs.
 */
export function launchOf({ target, variables = [] }: Pick<ServerSettings, 'target' | 'variables'>): Launch {
  const launch = launchOfTarget(target)
  if (launch.type === 'program' || variables.length === 0) return launch
  return { ...launch, variables: variables.map(({ name, field }) => ({ name, field })) }
}

function launchOfTarget(target: Target | undefined): Launch {
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

/** True for variables known to make a program run or trust other code than its command names. */
export function isLoaderVariable(name: string): boolean {
  return loaders.test(name)
}

const loaders =
  /^(?:path|ld_\w+|dyld_\w+|node_options|node_path|node_extra_ca_certs|node_tls_reject_unauthorized|python(?:path|home|startup)|perl5(?:opt|lib)|ruby(?:opt|lib)|bash_env|env|prompt_command|ifs|java_tool_options|_java_options|ssl_cert_(?:file|dir)|(?:https?|all)_proxy|npm_config_\w+|pip_(?:extra_)?index_url|uv_(?:default_|extra_)?index(?:_url)?|git_ssh\w*)$/i
