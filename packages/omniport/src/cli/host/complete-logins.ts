import type { AuthOptions } from '../../entries/client.js'
import type { Config, ServerSettings } from '../../entries/host.js'

type Servers = Config['servers']

/** Adds the sign-in of the user to credentials of config files. Equal ones give the same object: no restart is needed. */
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
