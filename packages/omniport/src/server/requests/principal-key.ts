import type { Exchange } from '../../protocol/exchange/exchange.js'

/**
 * Who a request is from, as one text that is the same on every node. Without authentication everybody over HTTP is one, and
 * whoever is at the other end of a pipe another.
 */
export function principalKey({ principal, headers }: Pick<Exchange, 'principal' | 'headers'>): string {
  if (principal === undefined) return headers === undefined ? 'stdio' : 'anonymous'
  const { iss, sub, client_id: client } = principal.claims
  return JSON.stringify([principal.id, iss ?? null, sub ?? null, client ?? null])
}
