/** For which server a text is asked that proves something to it. */
export interface AssertionRequest {
  /** The issuer of the authorization server that it is for. */
  readonly audience: string
  /** The identifier of the MCP server. */
  readonly resource: string
  readonly scopes: readonly string[] | undefined
  readonly signal: AbortSignal
}

/**
 * How a token is got.
 * - `authorization_code`: a person agrees in a browser.
 * - `client_credentials`: the client is its own principal, proven by `clientSecret` or `privateKey`.
 * - `enterprise`: the identity provider of a company vouches for its employee (ID-JAG); `clientId` … `privateKey` of the
 *   options are those at the authorization server of the MCP server.
 * - `jwt-bearer`: a platform vouches for a workload with a JWT.
 */
export type GrantOptions = 'authorization_code' | 'client_credentials' | EnterpriseGrantOptions | JwtBearerGrantOptions

/** The identity provider of a company, and what single sign-on gave. spec: SEP-990 */
export interface EnterpriseGrantOptions {
  readonly type: 'enterprise'
  /** The token endpoint of the identity provider. */
  readonly tokenEndpoint: string
  /** The client as the identity provider knows it. */
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** The ID token (or a refresh token or SAML assertion, see `subjectTokenType`) that single sign-on gave. */
  readonly subjectToken: string | (() => string | Promise<string>)
  /** Default: `urn:ietf:params:oauth:token-type:id_token`. */
  readonly subjectTokenType?: string | undefined
}

/** The platform's proof of what a workload is. spec: RFC 7523 section 2.1 */
export interface JwtBearerGrantOptions {
  readonly type: 'jwt-bearer'
  /** The JWT, new for each request. */
  readonly assertion: (request: AssertionRequest) => string | Promise<string>
}
