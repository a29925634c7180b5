import type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthProtectedResourceMetadata,
  OAuthTokens,
} from '../shared/auth.js'
import type { FetchLike } from '../shared/transport.js'

/** Adds the authentication of the client to a token request: changes `headers` or `params`. */
export type AddClientAuthentication = (
  headers: Headers,
  params: URLSearchParams,
  url: string | URL,
  metadata?: AuthorizationServerMetadata,
) => void | Promise<void>

/**
 * The OAuth client of one MCP server: names the client, and stores what the flow brings. Tokens, codes and verifiers of different
 * sessions do not mix; what a session is, the application says.
 */
export interface OAuthClientProvider {
  /** The address that the browser comes back to. Undefined for flows without a person, such as `client_credentials`. */
  get redirectUrl(): string | URL | undefined
  /** The https address of a document about this client, sent as its id to authorization servers that support that. */
  clientMetadataUrl?: string
  /** The metadata of the client: what it registers with. */
  get clientMetadata(): OAuthClientMetadata
  /** Returns the `state` parameter of the authorization request. */
  state?(): string | Promise<string>
  /**
   * Returns the client as registered, or undefined. With `issuer`, the address of the authorization server that it is registered
   * with, `auth` does not present it to any other.
   */
  clientInformation(): OAuthClientInformationMixed | undefined | Promise<OAuthClientInformationMixed | undefined>
  /**
   * Stores a registration. Without it the client cannot register by itself. Gets an object with `issuer`, to be stored unchanged;
   * an object that was stored without one is given again, with it, after its first successful use.
   */
  saveClientInformation?(clientInformation: OAuthClientInformationMixed): void | Promise<void>
  /** Returns the stored tokens of this session. */
  tokens(): OAuthTokens | undefined | Promise<OAuthTokens | undefined>
  /** Stores tokens, unchanged: `issuer` names the authorization server that gave them. */
  saveTokens(tokens: OAuthTokens): void | Promise<void>
  /** Sends the browser to `authorizationUrl`. */
  redirectToAuthorization(authorizationUrl: URL): void | Promise<void>
  /** Stores the PKCE verifier of the flow that begins. */
  saveCodeVerifier(codeVerifier: string): void | Promise<void>
  /** Returns the stored PKCE verifier. */
  codeVerifier(): string | Promise<string>
  /** Authenticates the client at the token endpoint, in place of the methods of this library. */
  addClientAuthentication?: AddClientAuthentication
  /** Chooses the resource indicator (RFC 8707). It must check that `resource` is the MCP server. */
  validateResourceURL?(serverUrl: string | URL, resource?: string): Promise<URL | undefined>
  /** Forgets credentials that the authorization server refused. */
  invalidateCredentials?(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void | Promise<void>
  /**
   * Returns the parameters of a token request for another grant, `grant_type` included; undefined for the default: an authorization
   * code.
   */
  prepareTokenRequest?(scope?: string): URLSearchParams | Promise<URLSearchParams | undefined> | undefined
  /** Stores what discovery found, so that the next call of `auth` needs no discovery. */
  saveDiscoveryState?(state: OAuthDiscoveryState): void | Promise<void>
  /** Returns what `saveDiscoveryState` stored. To be forgotten after repeated failures. */
  discoveryState?(): OAuthDiscoveryState | undefined | Promise<OAuthDiscoveryState | undefined>
}

/** The authorization server of an MCP server. */
export interface OAuthServerInfo {
  /** As the MCP server names it, or the root of the MCP server's own address. */
  authorizationServerUrl: string
  /** Undefined where the authorization server has none. */
  authorizationServerMetadata?: AuthorizationServerMetadata
  /** The metadata of the protected resource (RFC 9728), where the server has it. */
  resourceMetadata?: OAuthProtectedResourceMetadata
}

/** The result of discovery, as a provider stores it. */
export interface OAuthDiscoveryState extends OAuthServerInfo {
  /** The address of the protected resource metadata, if it was given. */
  resourceMetadataUrl?: string
}

/** `AUTHORIZED`: there are tokens. `REDIRECT`: the browser was sent to the authorization server. */
export type AuthResult = 'AUTHORIZED' | 'REDIRECT'

/** Options of `auth`. */
export interface AuthOptions {
  /** The address of the MCP server. */
  serverUrl: string | URL
  /** The code that the browser brought back. */
  authorizationCode?: string
  /** The scopes that the server asked for. */
  scope?: string
  /** The address of the protected resource metadata, as the server named it. */
  resourceMetadataUrl?: URL
  /** Sends every request of the flow. Default: the global `fetch`. */
  fetchFn?: FetchLike
}
