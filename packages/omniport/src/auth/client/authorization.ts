import type { AuthorizationServer } from 'oauth4webapi'

/** The discovered authorization server of one MCP server. */
export interface Authorization {
  /** The identifier of the MCP server, exactly as it is sent in token requests. spec: RFC 8707 */
  readonly resource: string
  /** Its issuer was checked against the one that was looked up. */
  readonly server: AuthorizationServer
  /** Scopes that the metadata of the MCP server lists. */
  readonly scopesSupported: readonly string[] | undefined
  /** True if no metadata was published, so that the endpoints are the default ones of 2025-03-26. */
  readonly isAssumed: boolean
}
