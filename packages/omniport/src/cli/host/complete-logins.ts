import type { AuthOptions } from '../../entries/client.js'
import type { Config, ServerSettings } from '../../entries/host.js'

type Servers = Config['servers']

/**
 * Makes what gives the logins of config files that which a file does not say: how a person is reached, and where tokens are kept.
 * The same login is always the same object, so that a server goes on when its file is read again.
 */
export function completeLogins(authFor: (server: string) => AuthOptions): (servers: Servers) => Servers {
  const completed = new Map<string, AuthOptions>()
  const complete = (server: string, auth: AuthOptions): AuthOptions => {
    if (auth.token !== undefined) return auth
    const key = JSON.stringify([server, auth])
    const login = completed.get(key) ?? { ...authFor(server), ...auth }
    completed.set(key, login)
    return login
  }
  return (servers) => {
    const entries = Object.entries(servers).map(([name, settings]): [string, ServerSettings] => {
      return [name, settings.auth === undefined ? settings : { ...settings, auth: complete(name, settings.auth) }]
    })
    return Object.fromEntries(entries)
  }
}
