/**
 * What a server says of itself as a protected resource, as it is published.
 *
 * spec: RFC 9728#section-2
 */
export interface ProtectedResource {
  /** The URL that clients know the server by: `https` or `http`, without a fragment. It is the audience of tokens. */
  readonly resource: string
  /** The issuers of tokens, at least one. */
  readonly authorization_servers: readonly string[]
  /** What is enough for basic use. `offline_access` is left out: it is no scope of a resource. */
  readonly scopes_supported?: readonly string[] | undefined
  readonly bearer_methods_supported?: readonly string[] | undefined
  readonly resource_name?: string | undefined
  readonly resource_documentation?: string | undefined
  readonly resource_policy_uri?: string | undefined
  readonly resource_tos_uri?: string | undefined
  readonly jwks_uri?: string | undefined
  readonly dpop_signing_alg_values_supported?: readonly string[] | undefined
  readonly dpop_bound_access_tokens_required?: boolean | undefined
}
