import type { AuthorizationServer } from 'oauth4webapi'

/** Where tokens for one MCP server come from, as it was discovered. */
export interface Authorization {
  /** The identifier of the MCP server, exactly as it goes into each request for a token. spec: RFC 8707 */
  readonly resource: string
  /** The issuer is checked to be the one that the document was looked for under. */
  readonly server: AuthorizationServer
  /** Scopes that the metadata of the MCP server lists. */
  readonly scopesSupported: readonly string[] | undefined
  /** Nothing was published: the endpoints are those that 2025-03-26 assumes at the origin of the MCP server. */
  readonly isAssumed: boolean
}
