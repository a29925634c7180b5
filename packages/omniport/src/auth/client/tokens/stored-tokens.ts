import { isObject } from '../../../values/json/is-object.js'
import { isStringArray } from '../../../values/json/is-string-array.js'
import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'
import type { TokenSet } from '../token-set.js'

/** Tokens as stored: JSON. */
export interface StoredTokens {
  readonly tokens: TokenSet
  /** The scopes of all requests so far, granted or not; undefined if they had none. */
  readonly requested?: readonly string[] | undefined
  /** The time of issue in milliseconds since 1970. */
  readonly since: number
}

/** Tokens and their authorization server. */
export interface IssuedTokens extends StoredTokens {
  readonly authorization: Authorization
}

/** True if the access token expires within `aheadMs`, or within half of its lifetime if that is less. */
export function isExpired({ tokens, since }: StoredTokens, now: number, aheadMs = 0): boolean {
  const { expiresAt } = tokens
  if (expiresAt === undefined) return false
  return now + Math.min(aheadMs, (expiresAt - since) / 2) >= expiresAt
}

/** Parses stored tokens; undefined if this client cannot use them. */
export function parseStoredTokens(value: unknown, { prover }: Pick<AuthServices, 'prover'>): StoredTokens | undefined {
  if (!isObject(value) || !isObject(value['tokens'])) return undefined
  const { tokens, requested, since } = value
  const { accessToken, type, expiresAt, refreshToken, scopes } = tokens as Readonly<Record<string, unknown>>
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken) || typeof since !== 'number')
    return undefined
  if (type !== 'bearer' && !(type === 'dpop' && prover !== undefined)) return undefined
  return {
    since,
    ...(isStringArray(requested) && { requested }),
    tokens: {
      accessToken,
      type,
      ...(typeof expiresAt === 'number' && { expiresAt }),
      ...(typeof refreshToken === 'string' && { refreshToken }),
      ...(isStringArray(scopes) && { scopes }),
    },
  }
}

/** Parses a stored authorization. Its members were checked when it was discovered. */
export function parseStoredAuthorization(value: unknown): Authorization | undefined {
  if (!isObject(value) || !isObject(value['server'])) return undefined
  const { resource, server, scopesSupported, isAssumed } = value
  if (typeof resource !== 'string' || typeof (server as { readonly issuer?: unknown }).issuer !== 'string')
    return undefined
  return {
    resource,
    server: server as Authorization['server'],
    scopesSupported: isStringArray(scopesSupported) ? scopesSupported : undefined,
    isAssumed: isAssumed === true,
  }
}
