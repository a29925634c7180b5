import type { AuthOptions } from '../../auth/client/auth-options.js'
import type { Client } from '../../client/client.js'
import type { Target } from '../../client/connect/targets/target.js'
import { connect } from '../../client/connect.js'
import type { ConnectOptions } from '../../client/connect-options.js'
import type { HostOptions } from '../host-options.js'
import type { HostServices } from '../host-services.js'
import type { ServerSupervisorOptions } from './server-supervisor.js'
import { launchOf } from './settings/launch-of.js'
import { secretsOfSettings } from './settings/secrets-of-settings.js'
import type { ServerSettings } from './settings/server-settings.js'

/** Connects a server that has a target; its own settings come before those of the host. Rejects as `connect` does. */
export function connectServer(
  { name, settings }: Pick<ServerSupervisorOptions, 'name' | 'settings'>,
  { options, events, runtime, secrets, report }: HostServices,
  handlers: Partial<ConnectOptions>,
): Promise<Client> {
  const { fetch, apps, experimental, extensions, timeoutMs, maxTimeoutMs, limits } = options
  const auth = authFor(name, settings, options.auth)
  secrets.add(secretsOfSettings({ auth }))
  return connect(settings.target as Target, {
    name: options.name,
    version: options.version,
    revision: settings.revision,
    timeoutMs: settings.timeoutMs ?? timeoutMs,
    maxTimeoutMs: settings.maxTimeoutMs ?? maxTimeoutMs,
    limits: { ...limits, ...settings.limits },
    auth,
    fetch,
    experimental,
    extensions,
    apps,
    intercept: options.intercept?.(name),
    autoRefresh: false, // a changed tool needs a new approval
    runtime,
    ...handlers,
    onLog: (entry) => events.push({ type: 'log', server: name, entry }),
    onStderr: (text) => events.push({ type: 'stderr', server: name, text }),
    onError: (error) => report(error, name),
  })
}

const isAuthorization = (header: string) => header.toLowerCase() === 'authorization'

/** Returns a server's credentials: those of its settings, or the host's if it is an HTTP server without credentials. */
export function authFor(
  name: string,
  { auth, target }: Pick<ServerSettings, 'auth' | 'target'>,
  standard: HostOptions['auth'],
): AuthOptions | undefined {
  if (auth !== undefined) return auth
  const launch = launchOf({ target })
  if (launch.type !== 'url' || launch.headers.some(isAuthorization)) return undefined
  return typeof standard === 'function' ? standard(name) : standard
}
