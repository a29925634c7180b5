/** What an authorization server gave, as it is kept: JSON. */
export interface TokenSet {
  readonly accessToken: string
  readonly type: 'bearer' | 'dpop'
  /** Milliseconds since 1970; absent where the server did not say. */
  readonly expiresAt?: number | undefined
  readonly refreshToken?: string | undefined
  /** What was granted: as the server says, else as it was asked for. */
  readonly scopes?: readonly string[] | undefined
}
