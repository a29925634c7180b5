import type { AuthServices } from '../auth-home.js'
import type { Authorization } from '../authorization.js'
import type { Challenge } from '../challenge/challenge.js'
import { canonicalResource } from './canonical-resource.js'
import { findOriginAuthorizationServer } from './find-own-server.js'
import { findResourceMetadata } from './find-resource-metadata.js'
import { findAuthorizationServer } from './find-server.js'

/**
 * Where tokens for an MCP server come from, in whichever revision it says so.
 *
 * spec: basic/authorization/authorization-server-discovery
 *
 * @throws OmniportError `unauthorized` that says which document is missing or wrong, `unreachable` or `timeout` where that may
 * be over in a moment, or the reason of the signal.
 */
export async function discover(
  services: AuthServices,
  challenge: Challenge | undefined,
  signal: AbortSignal,
): Promise<Authorization> {
  const metadata = await findResourceMetadata(services, challenge, signal)
  if (metadata === undefined) {
    const own = await findOriginAuthorizationServer(services, signal)
    return { resource: canonicalResource(services.serverUrl), scopesSupported: undefined, ...own }
  }
  const { resource, issuers, scopesSupported } = metadata
  const server = await findAuthorizationServer(issuers, services, signal)
  return { resource, server, scopesSupported, isAssumed: false }
}
