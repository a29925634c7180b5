/**
 * The metadata that a server publishes about itself as a protected resource.
 *
 * spec: RFC 9728#section-2
 */
export interface ProtectedResource {
  /** The URL of the server: `https` or `http`, without a fragment. It is the audience of tokens. */
  readonly resource: string
  /** The issuers of its tokens, at least one. */
  readonly authorization_servers: readonly string[]
  /** The scopes for basic use. `offline_access` is omitted, since it is not a scope of a resource. */
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
