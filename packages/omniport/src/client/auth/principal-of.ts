import type { AuthOptions } from '../../auth/client/auth-options.js'

/** What tells one principal of a server from others; undefined where the options do not say who it will be. */
export function knownPrincipal({ token, grant, clientId }: AuthOptions): readonly string[] | undefined {
  if (typeof token === 'string') return ['token', token]
  if (token === undefined && grant === 'client_credentials' && clientId !== undefined) return ['client', clientId]
  return undefined
}
