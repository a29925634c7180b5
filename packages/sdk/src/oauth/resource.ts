import type { OAuthProtectedResourceMetadata } from '../shared/auth.js'
import { checkResourceAllowed, resourceUrlFromServerUrl } from '../shared/auth-utils.js'
import type { OAuthClientProvider } from './provider.js'

/**
 * Chooses the resource indicator (RFC 8707): the provider's choice, else the `resource` of the metadata, checked against the
 * address of the server; undefined without metadata. `URL.href` adds a slash to an indicator without a path: send the text of the
 * metadata where authorization servers compare it exactly.
 *
 * @throws Error when the metadata is about another server.
 */
export async function selectResourceURL(
  serverUrl: string | URL,
  provider: OAuthClientProvider,
  resourceMetadata?: OAuthProtectedResourceMetadata,
): Promise<URL | undefined> {
  const requestedResource = resourceUrlFromServerUrl(serverUrl)
  if (provider.validateResourceURL) {
    return await provider.validateResourceURL(requestedResource, resourceMetadata?.resource)
  }
  if (!resourceMetadata) return undefined
  const { resource } = resourceMetadata
  if (!checkResourceAllowed({ requestedResource, configuredResource: resource })) {
    throw new Error(`Protected resource ${resource} does not match expected ${requestedResource} (or origin)`)
  }
  return new URL(resource)
}

/** The text of a resource indicator; a string is sent as it is. */
export function resourceText(resource: string | URL): string {
  return typeof resource === 'string' ? resource : resource.href
}
