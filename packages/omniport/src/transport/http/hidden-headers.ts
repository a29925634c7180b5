import type { Authenticate } from './authenticate.js'

const standardCredentialHeaders = ['authorization', 'proxy-authorization', 'dpop', 'cookie', 'x-api-key']

/**
 * The headers that carry credentials, which handlers do not see: what was issued for this server must not be passed on.
 *
 * spec: basic/authorization#access-token-privilege-restriction
 */
export function hiddenHeaders(auth: Authenticate | undefined): ReadonlySet<string> {
  if (auth === undefined) return new Set()
  return new Set([...standardCredentialHeaders, ...(auth.credentialHeaders ?? []).map((name) => name.toLowerCase())])
}
