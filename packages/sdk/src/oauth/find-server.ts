import type { AuthorizationServerMetadata, OAuthProtectedResourceMetadata } from '../shared/auth.js'
import { discoverAuthorizationServerMetadata, discoverOAuthServerInfo, findResourceMetadata } from './discovery.js'
import type { AuthOptions, OAuthClientProvider, OAuthDiscoveryState } from './provider.js'

/** The authorization server of an MCP server, as the flow uses it. */
export interface FoundServer {
  readonly url: string
  /**
   * What stored credentials are bound to: the address that discovery used. The `issuer` of the metadata is not: nothing checks that
   * it names the place that the metadata is from.
   */
  readonly issuer: string
  readonly metadata: AuthorizationServerMetadata | undefined
  readonly resourceMetadata: OAuthProtectedResourceMetadata | undefined
}

/** Finds the authorization server: as the provider stored it, completed where something is missing, or by discovery. */
export async function findServer(provider: OAuthClientProvider, options: AuthOptions): Promise<FoundServer> {
  const stored = await provider.discoveryState?.()
  const metadataUrl = options.resourceMetadataUrl ?? toUrl(stored?.resourceMetadataUrl)
  const found = stored?.authorizationServerUrl
    ? await completed(stored, options, metadataUrl)
    : await discoverOAuthServerInfo(options.serverUrl, { resourceMetadataUrl: metadataUrl, fetchFn: options.fetchFn })
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = found
  const isKnown =
    stored?.authorizationServerUrl &&
    metadata === stored.authorizationServerMetadata &&
    resourceMetadata === stored.resourceMetadata
  const url = String(authorizationServerUrl)
  if (!isKnown) {
    // Members that are absent are there with undefined: programs compare the whole object.
    await provider.saveDiscoveryState?.({
      authorizationServerUrl: url,
      resourceMetadataUrl: metadataUrl?.toString(),
      resourceMetadata,
      authorizationServerMetadata: metadata,
    } as OAuthDiscoveryState)
  }
  return { url, issuer: url, metadata, resourceMetadata }
}

async function completed(
  stored: OAuthDiscoveryState,
  { serverUrl, fetchFn }: AuthOptions,
  metadataUrl: URL | undefined,
): Promise<OAuthDiscoveryState> {
  const { authorizationServerUrl } = stored
  const authorizationServerMetadata =
    stored.authorizationServerMetadata ??
    (await discoverAuthorizationServerMetadata(authorizationServerUrl, fetchFn && { fetchFn }))
  const resourceMetadata = stored.resourceMetadata || (await findResourceMetadata(serverUrl, metadataUrl, fetchFn))
  return { authorizationServerUrl, authorizationServerMetadata, resourceMetadata } as OAuthDiscoveryState
}

function toUrl(value: string | undefined): URL | undefined {
  return value ? new URL(value) : undefined
}
