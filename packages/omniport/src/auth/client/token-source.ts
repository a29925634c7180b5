import type { Authorization } from './authorization.js'
import type { TokenSet } from './token-set.js'

export interface TokenRequest {
  readonly authorization: Authorization
  /** Undefined if the authorization server decides. */
  readonly scopes: readonly string[] | undefined
  readonly signal: AbortSignal
}

/** Gets tokens by one grant. */
export interface TokenSource {
  /**
   * Rejects with OmniportError `unauthorized` that says who refused and why, or `unreachable` or `timeout` if the failure is
   * transient. Messages contain no secrets.
   */
  obtain(request: TokenRequest): Promise<TokenSet>
  /**
   * Refreshes tokens. The old refresh token stays unless the server sends a new one. Undefined if it is no longer valid
   * (`invalid_grant`). Rejects as `obtain` does.
   */
  refresh(refreshToken: string, request: TokenRequest): Promise<TokenSet | undefined>
}
