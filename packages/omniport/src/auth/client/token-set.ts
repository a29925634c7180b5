/** Tokens from an authorization server, as stored: JSON. */
export interface TokenSet {
  readonly accessToken: string
  readonly type: 'bearer' | 'dpop'
  /** Milliseconds since 1970; absent where the server did not say. */
  readonly expiresAt?: number | undefined
  readonly refreshToken?: string | undefined
  /** The granted scopes; if the server does not list them, the requested ones. */
  readonly scopes?: readonly string[] | undefined
}
