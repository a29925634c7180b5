import { documentLimits, dropBody, readJson } from '../http-client/read-body.js'
import {
  type AuthorizationServerMetadata,
  type OAuthMetadata,
  OAuthMetadataSchema,
  type OAuthProtectedResourceMetadata,
  OAuthProtectedResourceMetadataSchema,
  OpenIdProviderDiscoveryMetadataSchema,
} from '../shared/auth.js'
import type { FetchLike } from '../shared/transport.js'
import { LATEST_PROTOCOL_VERSION } from '../types.js'
import { fetchMetadata, fetchWellKnown, withoutSlash } from './fetch-metadata.js'
import type { OAuthServerInfo } from './provider.js'

/**
 * Finds the metadata of the protected resource. Rejects with an Error where the server has none.
 *
 * spec: RFC 9728
 */
export async function discoverOAuthProtectedResourceMetadata(
  serverUrl: string | URL,
  opts?: { protocolVersion?: string; resourceMetadataUrl?: string | URL },
  fetchFn: FetchLike = fetch,
): Promise<OAuthProtectedResourceMetadata> {
  const response = await fetchWellKnown(new URL(serverUrl), {
    name: 'oauth-protected-resource',
    protocolVersion: opts?.protocolVersion ?? LATEST_PROTOCOL_VERSION,
    metadataUrl: opts?.resourceMetadataUrl,
    fetchFn,
  })
  if (response?.ok) return OAuthProtectedResourceMetadataSchema.parse(await readJson(response, documentLimits))
  await dropBody(response)
  if (!response || response.status === 404) {
    throw new Error('Resource server does not implement OAuth 2.0 Protected Resource Metadata.')
  }
  throw new Error(`HTTP ${response.status} trying to load well-known OAuth protected resource metadata.`)
}

/**
 * Finds the metadata of an authorization server; undefined where it has none.
 *
 * spec: RFC 8414
 * @deprecated Use `discoverAuthorizationServerMetadata`.
 */
export async function discoverOAuthMetadata(
  issuer: string | URL,
  { authorizationServerUrl, protocolVersion }: { authorizationServerUrl?: string | URL; protocolVersion?: string } = {},
  fetchFn: FetchLike = fetch,
): Promise<OAuthMetadata | undefined> {
  const response = await fetchWellKnown(new URL(authorizationServerUrl || issuer), {
    name: 'oauth-authorization-server',
    protocolVersion: protocolVersion ?? LATEST_PROTOCOL_VERSION,
    fetchFn,
  })
  if (response?.ok) return OAuthMetadataSchema.parse(await readJson(response, documentLimits))
  await dropBody(response)
  if (!response || response.status === 404) return undefined
  throw new Error(`HTTP ${response.status} trying to load well-known OAuth metadata`)
}

/** Where the metadata of an authorization server may be, in the order to look: OAuth's place, then those of OpenID Connect. */
export function buildDiscoveryUrls(authorizationServerUrl: string | URL): { url: URL; type: 'oauth' | 'oidc' }[] {
  const { pathname, origin } = new URL(authorizationServerUrl)
  const path = withoutSlash(pathname)
  const places: { path: string; type: 'oauth' | 'oidc' }[] = [
    { path: `/.well-known/oauth-authorization-server${path}`, type: 'oauth' },
    { path: `/.well-known/openid-configuration${path}`, type: 'oidc' },
  ]
  // OpenID Connect Discovery 1.0 appends to the path.
  if (path !== '') places.push({ path: `${path}/.well-known/openid-configuration`, type: 'oidc' })
  return places.map((place) => ({ url: atPath(origin, place.path), type: place.type }))
}

/** A path may begin with two slashes, which would name another host. */
function atPath(origin: string, path: string): URL {
  const url = new URL(origin)
  url.pathname = path
  return url
}

/**
 * Finds the metadata of an authorization server, of OAuth or OpenID Connect; undefined where it has none. Rejects with an Error for
 * a status of 5xx.
 *
 * spec: RFC 8414, OpenID Connect Discovery 1.0
 */
export async function discoverAuthorizationServerMetadata(
  authorizationServerUrl: string | URL,
  {
    fetchFn = fetch,
    protocolVersion = LATEST_PROTOCOL_VERSION,
  }: { fetchFn?: FetchLike; protocolVersion?: string } = {},
): Promise<AuthorizationServerMetadata | undefined> {
  const headers = { 'MCP-Protocol-Version': protocolVersion, Accept: 'application/json' }
  for (const { url, type } of buildDiscoveryUrls(authorizationServerUrl)) {
    const response = await fetchMetadata(url, headers, fetchFn)
    if (response?.ok) {
      const schema = type === 'oauth' ? OAuthMetadataSchema : OpenIdProviderDiscoveryMetadataSchema
      return schema.parse(await readJson(response, documentLimits))
    }
    await dropBody(response)
    if (response && response.status >= 500) {
      const what = type === 'oauth' ? 'OAuth' : 'OpenID provider'
      throw new Error(`HTTP ${response.status} trying to load ${what} metadata from ${url}`)
    }
  }
  return undefined
}

/**
 * Finds the authorization server of an MCP server, and its metadata. A server without metadata of its own is its own authorization
 * server, at the root of its address.
 */
export async function discoverOAuthServerInfo(
  serverUrl: string | URL,
  opts?: { resourceMetadataUrl?: URL | undefined; fetchFn?: FetchLike | undefined },
): Promise<OAuthServerInfo> {
  const { resourceMetadataUrl, fetchFn = fetch } = opts ?? {}
  const resourceMetadata = await findResourceMetadata(serverUrl, resourceMetadataUrl, fetchFn)
  const authorizationServerUrl = resourceMetadata?.authorization_servers?.[0] || String(new URL('/', serverUrl))
  const authorizationServerMetadata = await discoverAuthorizationServerMetadata(authorizationServerUrl, { fetchFn })
  // Members that are absent are there with undefined: programs compare the whole object.
  return { authorizationServerUrl, authorizationServerMetadata, resourceMetadata } as OAuthServerInfo
}

/** The metadata of the protected resource, where it can be had. */
export async function findResourceMetadata(
  serverUrl: string | URL,
  resourceMetadataUrl: URL | undefined,
  fetchFn: FetchLike = fetch,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const opts = resourceMetadataUrl && { resourceMetadataUrl }
  return discoverOAuthProtectedResourceMetadata(serverUrl, opts, fetchFn).catch(() => undefined)
}
