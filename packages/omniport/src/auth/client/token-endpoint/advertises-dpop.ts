import type { AuthorizationServer } from 'oauth4webapi'

/** Whether a server says that it ties tokens to keys like those of this client. spec: RFC 9449#section-5.1 */
export function advertisesDpop({ dpop_signing_alg_values_supported: listed }: AuthorizationServer): boolean {
  const algs: unknown = listed
  return Array.isArray(algs) && algs.includes('ES256')
}
