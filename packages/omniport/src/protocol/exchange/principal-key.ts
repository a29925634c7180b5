import type { Exchange } from './exchange.js'

type Sender = Pick<Exchange, 'principal' | 'headers' | 'sender'>

/** The owner of what all clients without authentication leave behind. */
export const anonymousKey = 'anonymous'

const unknownClient = 'unknown client'

/** Names the sender of a connection over which any client may have come, as over HTTP: a network stands between. */
export function createUnknownSender(): symbol {
  return Symbol(unknownClient)
}

/**
 * Tells a caller who is not authenticated, and is one of many: not the client at the other end of a pipe. That there are headers
 * counts, not what they are.
 */
export function isAnonymous({
  principal,
  headers,
  sender,
}: Omit<Sender, 'headers'> & { readonly headers?: unknown }): boolean {
  if (principal !== undefined) return false
  return headers !== undefined || (typeof sender === 'symbol' && sender.description === unknownClient)
}

/**
 * Gives the sender of a request as a text that is the same on every node. Without authentication all clients of a network share
 * one key, and the client at the other end of a pipe has another.
 */
export function principalKey(exchange: Sender): string {
  const { principal } = exchange
  if (principal === undefined) return isAnonymous(exchange) ? anonymousKey : 'stdio'
  const { iss, sub, client_id: client } = principal.claims
  return JSON.stringify([principal.id, iss ?? null, sub ?? null, client ?? null])
}
