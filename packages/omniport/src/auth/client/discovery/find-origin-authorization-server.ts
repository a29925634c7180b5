import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'
import { discoveryError, formatUrl } from './discovery-error.js'
import { fetchMetadata } from './fetch-metadata.js'
import { guardRulesFor } from './guard-rules-for.js'
import { parseServerMetadata } from './parse-server-metadata.js'

/**
 * Returns the authorization server that an MCP server of 2025-03-26 is itself: with the metadata at the root of its origin,
 * else with the default endpoints. Its issuer is the origin, with or without a slash at the end.
 *
 * spec: 2025-03-26 basic/authorization#server-metadata-discovery
 *
 * @throws OmniportError `unauthorized`, `unreachable` or `timeout` if the failure is transient, or the reason of the signal.
 */
export async function findOriginAuthorizationServer(
  services: AuthServices,
  signal: AbortSignal,
): Promise<Pick<Authorization, 'server' | 'isAssumed'>> {
  const { origin } = services.serverUrl
  const url = new URL('/.well-known/oauth-authorization-server', origin)
  const found = await fetchMetadata(url, services, signal)
  if (found.kind === 'broken') {
    throw discoveryError(
      `the authorization server metadata at ${formatUrl(url)} cannot be used: ${found.reason}`,
      found.cause,
    )
  }
  const document = found.kind === 'document' ? found.document : assumedAt(origin)
  return {
    server: parseServerMetadata(document, { issuer: origin, rules: guardRulesFor(services) }),
    isAssumed: found.kind === 'none',
  }
}

/** spec: 2025-03-26 basic/authorization#fallbacks-for-servers-without-metadata-discovery */
function assumedAt(origin: string): Readonly<Record<string, unknown>> {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
  }
}
