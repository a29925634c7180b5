import type { AuthorizationServer } from 'oauth4webapi'

/** True if the server advertises tokens bound to P-256 keys. spec: RFC 9449#section-5.1 */
export function advertisesDpop({ dpop_signing_alg_values_supported: listed }: AuthorizationServer): boolean {
  const algs: unknown = listed
  return Array.isArray(algs) && algs.includes('ES256')
}
