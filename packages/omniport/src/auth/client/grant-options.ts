/** The token request that an assertion is needed for. */
export interface AssertionRequest {
  /** The issuer of the authorization server that the assertion is for. */
  readonly audience: string
  /** The identifier of the MCP server. */
  readonly resource: string
  readonly scopes: readonly string[] | undefined
  readonly signal: AbortSignal
}

/**
 * The OAuth grant.
 * - `authorization_code`: the user agrees in a browser.
 * - `client_credentials`: the client acts for itself, authenticated by `clientSecret` or `privateKey`.
 * - `enterprise`: the identity provider of a company vouches for its employee (ID-JAG); `clientId` … `privateKey` of the
 *   options are those at the authorization server of the MCP server.
 * - `jwt-bearer`: a platform vouches for a workload with a JWT.
 * - `token-exchange`: a token of the caller is exchanged for one for the MCP server, by the authorization server of that.
 */
export type GrantOptions =
  | 'authorization_code'
  | 'client_credentials'
  | EnterpriseGrantOptions
  | JwtBearerGrantOptions
  | TokenExchangeGrantOptions

/** The identity provider of a company, and the result of single sign-on. spec: SEP-990 */
export interface EnterpriseGrantOptions {
  readonly type: 'enterprise'
  /** The token endpoint of the identity provider. */
  readonly tokenEndpoint: string
  /** The id of this client at the identity provider. */
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** The ID token (or refresh token or SAML assertion, see `subjectTokenType`) from single sign-on. */
  readonly subjectToken: string | (() => string | Promise<string>)
  /** Default: `urn:ietf:params:oauth:token-type:id_token`. */
  readonly subjectTokenType?: string | undefined
}

/** The platform's proof of the identity of a workload. spec: RFC 7523 section 2.1 */
export interface JwtBearerGrantOptions {
  readonly type: 'jwt-bearer'
  /** Returns a new JWT for each request. */
  readonly assertion: (request: AssertionRequest) => string | Promise<string>
}

/**
 * The token of somebody for whom this client acts, such as the caller of a gateway. It goes to the authorization server alone, and
 * the MCP server gets one of its own. spec: RFC 8693 section 2.1
 */
export interface TokenExchangeGrantOptions {
  readonly type: 'token-exchange'
  /** The token of the caller; a function is called for each request. */
  readonly subjectToken: string | (() => string | Promise<string>)
  /** Default: `urn:ietf:params:oauth:token-type:access_token`. */
  readonly subjectTokenType?: string | undefined
  /** The logical name of the MCP server at the authorization server, beside its URL. Default: none. */
  readonly audience?: string | undefined
}
