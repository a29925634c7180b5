import type { Exchange } from './exchange.js'

/** The owner of what all HTTP clients without authentication leave behind. */
export const anonymousKey = 'anonymous'

/** Tells a caller over HTTP who is not authenticated. */
export function isAnonymous({ principal, headers }: Pick<Exchange, 'principal' | 'headers'>): boolean {
  return principal === undefined && headers !== undefined
}

/**
 * Gives the sender of a request as a text that is the same on every node. Without authentication all HTTP clients share
 * one key, and the client at the other end of a pipe has another.
 */
export function principalKey({ principal, headers }: Pick<Exchange, 'principal' | 'headers'>): string {
  if (principal === undefined) return headers === undefined ? 'stdio' : anonymousKey
  const { iss, sub, client_id: client } = principal.claims
  return JSON.stringify([principal.id, iss ?? null, sub ?? null, client ?? null])
}
