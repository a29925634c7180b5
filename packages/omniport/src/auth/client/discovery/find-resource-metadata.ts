import { isStringArray } from '../../../values/json/is-string-array.js'
import { parseUrl } from '../../../values/text/parse-url.js'
import type { AuthServices } from '../auth-services.js'
import type { Challenge } from '../challenge/challenge.js'
import { discoveryError, formatUrl, quoted } from './discovery-error.js'
import { fetchMetadata } from './fetch-metadata.js'
import { parseIdentifier } from './parse-identifier.js'

/**
 * Fetches the metadata of the MCP server. Undefined if it publishes none, as servers of 2025-03-26 do, and its challenge names
 * none.
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
  const url = text.length <= maxLength ? parseUrl(text) : undefined
  if (url !== undefined) return url
  throw discoveryError(`the challenge names ${quoted(text)} as its resource metadata, which is not a URL`)
}

const maxLength = 2_048

/**
 * The URLs to try, in this order: the one in the challenge, at the path of the endpoint, at the root.
 *
 * spec: basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements
 */
function resourceMetadataUrls(serverUrl: URL, named: URL | undefined): readonly URL[] {
  const { origin, pathname } = serverUrl
  const path = pathname === '/' ? '' : pathname
  const urls = [`${origin}${wellKnown}${path}`, `${origin}${wellKnown}`]
  return [...new Set(named === undefined ? urls : [named.href, ...urls])].map((url) => new URL(url))
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** The metadata of an MCP server, as far as a client needs it. */
export interface ResourceMetadata {
  /** Exactly as it was published. */
  readonly resource: string
  /** The issuers of its authorization servers, exactly as they were published; at least one. */
  readonly issuers: readonly string[]
  readonly scopesSupported: readonly string[] | undefined
}

/**
 * Checks the metadata of a server. It must be about this server, or about a parent path at the same origin.
 *
 * spec: RFC 9728 section 3.3
 *
 * @throws OmniportError `unauthorized`
 */
function parseResourceMetadata(document: Readonly<Record<string, unknown>>, serverUrl: URL): ResourceMetadata {
  const { resource, authorization_servers: issuers, scopes_supported: scopes } = document
  if (typeof resource !== 'string' || !covers(parseIdentifier(resource), serverUrl)) {
    throw discoveryError(`the resource metadata for ${formatUrl(serverUrl)} is about ${quoted(resource)} instead`)
  }
  if (!isStringArray(issuers) || issuers.length === 0) {
    throw discoveryError(`the resource metadata for ${formatUrl(serverUrl)} names no authorization server`)
  }
  if (scopes !== undefined && scopes !== null && !isStringArray(scopes)) {
    throw discoveryError(
      `the resource metadata for ${formatUrl(serverUrl)} has scopes_supported that is not an array of strings`,
    )
  }
  return { resource, issuers, scopesSupported: scopes ?? undefined }
}

function covers(resource: URL | undefined, { origin, pathname }: URL): boolean {
  if (resource?.origin !== origin) return false
  return pathname === resource.pathname || pathname.startsWith(resource.pathname.replace(/\/?$/, '/'))
}
