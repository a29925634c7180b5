import type { AuthorizationServer } from 'oauth4webapi'
import { truncate } from '../../../values/text/truncate.js'
import type { AuthServices } from '../auth-services.js'
import type { TokenSet } from '../token-set.js'
import { advertisesDpop } from './advertises-dpop.js'
import { OAuthRefusal } from './oauth-refusal.js'

/** The request that the tokens are for. */
export interface TokenPurpose {
  readonly server: AuthorizationServer
  readonly scopes: readonly string[] | undefined
  /** The refresh token to keep if the reply has none. */
  readonly refreshToken?: string | undefined
  /** True if the request had a proof. */
  readonly isProven: boolean
}

/**
 * Reads the tokens from the reply of a token endpoint. ID tokens are ignored.
 *
 * @throws OmniportError `unauthorized` if there is no usable token.
 */
export function toTokenSet(
  reply: Readonly<Record<string, unknown>>,
  purpose: TokenPurpose,
  { runtime }: Pick<AuthServices, 'runtime'>,
): TokenSet {
  const { access_token: accessToken, expires_in: expires, refresh_token: refresh, scope } = reply
  const source = truncate(purpose.server.issuer, 256)
  if (typeof accessToken !== 'string' || !isHeaderText(accessToken)) {
    throw new OAuthRefusal(`${source} returned no access token that can be sent in a header`)
  }
  const type = tokenType(reply['token_type'], purpose, source)
  const seconds = typeof expires === 'string' && expires !== '' ? Number(expires) : expires
  const hasExpiry = typeof seconds === 'number' && Number.isFinite(seconds)
  const refreshToken = typeof refresh === 'string' && refresh !== '' ? refresh : purpose.refreshToken
  const granted = typeof scope === 'string' ? parseScopes(scope, purpose.scopes) : []
  const scopes = granted.length > 0 ? granted : purpose.scopes
  return {
    accessToken,
    type,
    ...(hasExpiry ? { expiresAt: runtime.now() + Math.min(Math.max(seconds, 0), maxSeconds) * 1000 } : {}),
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(scopes === undefined ? {} : { scopes }),
  }
}

/** Parses granted scopes. GitHub separates them with commas, which may also be part of a scope. */
function parseScopes(text: string, requested: readonly string[] = []): readonly string[] {
  const hasCommas = text.includes(',') && !text.includes(' ') && !requested.some((scope) => scope.includes(','))
  return text.split(hasCommas ? ',' : ' ').filter((name) => name !== '')
}

/** 100 years. */
const maxSeconds = 3_155_760_000
const maxTokenLength = 65_536

/** True if the text can be sent in a header. spec: RFC 6749#appendix-A.12 */
function isHeaderText(text: string): boolean {
  return text.length <= maxTokenLength && /^[\x21-\x7e]+$/.test(text)
}

/**
 * Reads the type; a token without one is a bearer token. Rejects a bearer token from a server that advertises bound tokens and
 * got a proof: a thief could use it.
 *
 * spec: RFC 9449#section-5
 */
function tokenType(value: unknown, { server, isProven }: TokenPurpose, source: string): TokenSet['type'] {
  const name = value ?? 'bearer'
  const type = typeof name === 'string' ? name.toLowerCase() : undefined
  if (type === 'dpop' && isProven) return 'dpop'
  if (type !== 'bearer') throw new OAuthRefusal(`${source} returned a token of a type that was not requested`)
  if (isProven && advertisesDpop(server)) {
    throw new OAuthRefusal(
      `${source} returned a token that is not bound to the key of this client, although it advertises DPoP`,
    )
  }
  return 'bearer'
}
