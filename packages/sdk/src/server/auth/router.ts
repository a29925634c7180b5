import process from 'node:process'
import express, { type RequestHandler, type Router } from 'express'
import type { OAuthMetadata, OAuthProtectedResourceMetadata } from '../../shared/auth.js'
import { type AuthorizationHandlerOptions, authorizationHandler } from './handlers/authorize.js'
import { metadataHandler } from './handlers/metadata.js'
import { type ClientRegistrationHandlerOptions, clientRegistrationHandler } from './handlers/register.js'
import { type RevocationHandlerOptions, revocationHandler } from './handlers/revoke.js'
import { type TokenHandlerOptions, tokenHandler } from './handlers/token.js'
import type { OAuthServerProvider } from './provider.js'

/** Options of `createOAuthMetadata`, and of `mcpAuthRouter`. */
interface AuthorizationServerOptions {
  /** Does what the endpoints are asked for. */
  provider: OAuthServerProvider
  /** The issuer: an https address without query and fragment; localhost may be http. */
  issuerUrl: URL
  /** The address of the endpoints. Default: the issuer. */
  baseUrl?: URL
  /** A page for developers. */
  serviceDocumentationUrl?: URL
  /** The scopes that can be asked for. */
  scopesSupported?: string[]
}

/** Options of `mcpAuthRouter`. */
export type AuthRouterOptions = AuthorizationServerOptions & {
  /** The name of the MCP server, for people. */
  resourceName?: string
  /** The address of the MCP server. Default: `baseUrl`, or the issuer. */
  resourceServerUrl?: URL
  authorizationOptions?: Omit<AuthorizationHandlerOptions, 'provider'>
  clientRegistrationOptions?: Omit<ClientRegistrationHandlerOptions, 'clientsStore'>
  revocationOptions?: Omit<RevocationHandlerOptions, 'provider'>
  tokenOptions?: Omit<TokenHandlerOptions, 'provider'>
}

const allowsHttp = ['true', '1'].includes(process.env['MCP_DANGEROUSLY_ALLOW_INSECURE_ISSUER_URL'] ?? '')

if (allowsHttp) {
  console.warn(
    'MCP_DANGEROUSLY_ALLOW_INSECURE_ISSUER_URL is enabled - HTTP issuer URLs are allowed. Do not use in production.',
  )
}

/** spec: RFC 8414 section 2; localhost is excepted for tests. */
function assertIssuer(issuer: URL): void {
  const isLocal = issuer.hostname === 'localhost' || issuer.hostname === '127.0.0.1'
  if (issuer.protocol !== 'https:' && !isLocal && !allowsHttp) throw new Error('Issuer URL must be HTTPS')
  if (issuer.hash) throw new Error(`Issuer URL must not have a fragment: ${issuer}`)
  if (issuer.search) throw new Error(`Issuer URL must not have a query string: ${issuer}`)
}

/** The metadata of the authorization server that `mcpAuthRouter` serves. @throws Error for an issuer that is not valid. */
export const createOAuthMetadata = (options: AuthorizationServerOptions): OAuthMetadata => {
  const { issuerUrl, provider, scopesSupported, serviceDocumentationUrl } = options
  assertIssuer(issuerUrl)
  const at = (path: string) => new URL(path, options.baseUrl || issuerUrl).href
  // Members that are absent are there with undefined: programs compare the whole object.
  return {
    issuer: issuerUrl.href,
    service_documentation: serviceDocumentationUrl?.href,
    authorization_endpoint: at('/authorize'),
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint: at('/token'),
    token_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    scopes_supported: scopesSupported,
    revocation_endpoint: provider.revokeToken ? at('/revoke') : undefined,
    revocation_endpoint_auth_methods_supported: provider.revokeToken ? ['client_secret_post'] : undefined,
    registration_endpoint: provider.clientsStore.registerClient ? at('/register') : undefined,
  } as OAuthMetadata
}

/**
 * Serves an authorization server: the endpoints for codes and tokens, registration and revocation where the provider has them, and
 * the metadata of both servers. Each endpoint limits the rate of requests. It belongs at the root of the application:
 * `app.use(mcpAuthRouter(…))`. A server that relies on another authorization server uses `mcpAuthMetadataRouter`.
 *
 * @throws Error for an issuer that is not valid.
 */
export function mcpAuthRouter(options: AuthRouterOptions): RequestHandler {
  const { provider, serviceDocumentationUrl, scopesSupported, resourceName } = options
  const metadata = createOAuthMetadata(options)
  const router = express.Router()
  const serve = (endpoint: string | undefined, createHandler: () => RequestHandler) => {
    if (endpoint) router.use(new URL(endpoint).pathname, createHandler())
  }
  serve(metadata.authorization_endpoint, () => authorizationHandler({ provider, ...options.authorizationOptions }))
  serve(metadata.token_endpoint, () => tokenHandler({ provider, ...options.tokenOptions }))
  router.use(
    mcpAuthMetadataRouter({
      oauthMetadata: metadata,
      resourceServerUrl: options.resourceServerUrl ?? options.baseUrl ?? new URL(metadata.issuer),
      ...(serviceDocumentationUrl && { serviceDocumentationUrl }),
      ...(scopesSupported && { scopesSupported }),
      ...(resourceName !== undefined && { resourceName }),
    }),
  )
  const { clientsStore } = provider
  serve(metadata.registration_endpoint, () =>
    clientRegistrationHandler({ clientsStore, ...options.clientRegistrationOptions }),
  )
  serve(metadata.revocation_endpoint, () => revocationHandler({ provider, ...options.revocationOptions }))
  return router
}

/** Options of `mcpAuthMetadataRouter`. */
export type AuthMetadataOptions = {
  /** The metadata of the authorization server. */
  oauthMetadata: OAuthMetadata
  /** The address of the MCP server. */
  resourceServerUrl: URL
  /** A page for developers. */
  serviceDocumentationUrl?: URL
  /** The scopes that the MCP server knows. */
  scopesSupported?: string[]
  /** The name of the MCP server, for people. */
  resourceName?: string
}

/** Serves the metadata of an MCP server and of its authorization server. spec: RFC 9728, RFC 8414 */
export function mcpAuthMetadataRouter(options: AuthMetadataOptions): Router {
  const { oauthMetadata, resourceServerUrl } = options
  assertIssuer(new URL(oauthMetadata.issuer))
  const router = express.Router()
  const resourceMetadata = {
    resource: resourceServerUrl.href,
    authorization_servers: [oauthMetadata.issuer],
    scopes_supported: options.scopesSupported,
    resource_name: options.resourceName,
    resource_documentation: options.serviceDocumentationUrl?.href,
  } as OAuthProtectedResourceMetadata
  router.use(
    new URL(getOAuthProtectedResourceMetadataUrl(resourceServerUrl)).pathname,
    metadataHandler(resourceMetadata),
  )
  router.use('/.well-known/oauth-authorization-server', metadataHandler(oauthMetadata))
  return router
}

/**
 * The address of the metadata of an MCP server: `https://api.example.com/mcp` has them at
 * `https://api.example.com/.well-known/oauth-protected-resource/mcp`.
 *
 * spec: RFC 9728 section 3.1
 */
export function getOAuthProtectedResourceMetadataUrl(serverUrl: URL): string {
  const path = serverUrl.pathname === '/' ? '' : serverUrl.pathname
  return new URL(`/.well-known/oauth-protected-resource${path}`, serverUrl).href
}
