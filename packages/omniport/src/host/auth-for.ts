import type { AuthOptions } from '../auth/client/auth-options.js'
import type { HostOptions } from './host-options.js'
import { launchOf } from './life/launch-of.js'
import type { ServerSettings } from './server-settings.js'

/** How a server gets a token: as its settings say, or as the host does where it is reached over HTTP and has no credentials. */
export function authFor(
  name: string,
  { auth, target }: Pick<ServerSettings, 'auth' | 'target'>,
  standard: HostOptions['auth'],
): AuthOptions | undefined {
  if (auth !== undefined) return auth
  const launch = launchOf(target)
  if (launch.type !== 'url') return undefined
  return launch.headers.some((name) => name.toLowerCase() === 'authorization')
    ? undefined
    : typeof standard === 'function'
      ? standard(name)
      : standard
}
