import type { AuthServices } from '../auth-home.js'
import type { Challenge } from '../challenge/challenge.js'
import { discoveryError, formatUrl, quoted } from './discovery-error.js'
import { fetchMetadata } from './fetch-metadata.js'
import { parseResourceMetadata, type ResourceMetadata } from './parse-resource-metadata.js'
import { resourceMetadataUrls } from './resource-metadata-urls.js'

/**
 * What the MCP server says of itself. Undefined: it says nothing, as servers of 2025-03-26 do; one whose challenge names metadata
 * is none of those.
 *
 * spec: basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements
 *
 * @throws OmniportError `unauthorized`, or the reason of the signal.
 */
export async function findResourceMetadata(
  services: AuthServices,
  challenge: Challenge | undefined,
  signal: AbortSignal,
): Promise<ResourceMetadata | undefined> {
  const named = namedBy(challenge)
  for (const url of resourceMetadataUrls(services.serverUrl, named)) {
    const found = await fetchMetadata(url, services, signal)
    if (found.kind === 'document') return parseResourceMetadata(found.document, services.serverUrl)
    if (found.kind === 'broken') {
      throw discoveryError(`the resource metadata at ${formatUrl(url)} cannot be used: ${found.reason}`, found.cause)
    }
  }
  if (named === undefined) return undefined
  throw discoveryError(
    `there is no resource metadata at ${formatUrl(named)}, which ${formatUrl(services.serverUrl)} names`,
  )
}

function namedBy(challenge: Challenge | undefined): URL | undefined {
  const text = challenge?.params.get('resource_metadata')
  if (text === undefined) return undefined
  if (text.length <= maxLength && URL.canParse(text)) return new URL(text)
  throw discoveryError(`the challenge names ${quoted(text)} as its resource metadata, which is not a URL`)
}

const maxLength = 2_048
