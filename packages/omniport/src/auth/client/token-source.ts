import type { Authorization } from './authorization.js'
import type { TokenSet } from './token-set.js'

/** For what tokens are asked. */
export interface TokenRequest {
  readonly authorization: Authorization
  /** Undefined: none are named, and the authorization server decides. */
  readonly scopes: readonly string[] | undefined
  readonly signal: AbortSignal
}

/** One way to tokens: with a person, or without. */
export interface TokenSource {
  /**
   * Rejects with OmniportError `unauthorized` that says who refused and why, `unreachable` or `timeout` where that may be over
   * in a moment; never with a secret in its text.
   */
  obtain(request: TokenRequest): Promise<TokenSet>
  /**
   * New tokens for a refresh token; the old one stays where the server gives none. Undefined: it is not good any more
   * (`invalid_grant`). Rejects as `obtain` does.
   */
  refresh(refreshToken: string, request: TokenRequest): Promise<TokenSet | undefined>
}
