import { isObject } from '../../jsonrpc/is-object.js'

/**
 * The thumbprint of the key that a token is bound to; undefined where it is not bound. `unknown`: bound to something else,
 * such as a certificate.
 *
 * spec: RFC 7800#section-3.1, RFC 9449#section-6
 */
export function boundKey({ cnf }: Readonly<Record<string, unknown>>): string | undefined {
  if (cnf === undefined) return undefined
  const members = isObject(cnf) ? Object.keys(cnf) : []
  const thumbprint = isObject(cnf) ? cnf['jkt'] : undefined
  return members.length === 1 && typeof thumbprint === 'string' ? thumbprint : 'unknown'
}
