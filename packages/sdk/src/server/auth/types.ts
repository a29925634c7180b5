/** A validated access token, as handlers get it. */
export interface AuthInfo {
  /** The access token. */
  token: string
  /** The client that the token was issued to. */
  clientId: string
  /** The scopes of the token. */
  scopes: string[]
  /** When the token expires, in seconds since 1970. */
  expiresAt?: number
  /** The resource that the token is for (RFC 8707). If set, it must be the MCP server. */
  resource?: URL
  /** Anything else that belongs to the token. */
  extra?: Record<string, unknown>
}
