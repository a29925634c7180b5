import { discoveryError, formatUrl, quoted } from './discovery-error.js'
import { isStringArray } from './is-strings.js'
import { parseIdentifier } from './parse-identifier.js'

/** What an MCP server says of itself, as far as a client needs it. */
export interface ResourceMetadata {
  /** As it is written there. */
  readonly resource: string
  /** The authorization servers, as they are written there; at least one. */
  readonly issuers: readonly string[]
  readonly scopesSupported: readonly string[] | undefined
}

/**
 * Checks what was published for a server. It must be about this server, or about what stands above it at the same origin.
 *
 * spec: RFC 9728 section 3.3
 *
 * @throws OmniportError `unauthorized`
 */
export function parseResourceMetadata(document: Readonly<Record<string, unknown>>, serverUrl: URL): ResourceMetadata {
  const { resource, authorization_servers: issuers, scopes_supported: scopes } = document
  if (typeof resource !== 'string' || !covers(parseIdentifier(resource), serverUrl)) {
    throw discoveryError(`the resource metadata for ${formatUrl(serverUrl)} is about ${quoted(resource)} instead`)
  }
  if (!isStringArray(issuers) || issuers.length === 0) {
    throw discoveryError(`the resource metadata for ${formatUrl(serverUrl)} names no authorization server`)
  }
  if (scopes !== undefined && scopes !== null && !isStringArray(scopes)) {
    throw discoveryError(
      `the resource metadata for ${formatUrl(serverUrl)} has scopes_supported that is no list of texts`,
    )
  }
  return { resource, issuers, scopesSupported: scopes ?? undefined }
}

function covers(resource: URL | undefined, { origin, pathname }: URL): boolean {
  if (resource?.origin !== origin) return false
  return pathname === resource.pathname || pathname.startsWith(resource.pathname.replace(/\/?$/, '/'))
}
