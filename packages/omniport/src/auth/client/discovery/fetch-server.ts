import type { AuthorizationServer } from 'oauth4webapi'
import { serverMetadataUrls } from '../../server-metadata-urls.js'
import type { AuthServices } from '../auth-home.js'
import { discoveryError, quoted } from './discovery-error.js'
import { fetchMetadata } from './fetch-metadata.js'
import { parseIdentifier } from './parse-identifier.js'
import { parseServerMetadata } from './parse-server-metadata.js'
import { guardRulesFor } from './rules-of.js'

/**
 * What the authorization server with this issuer says of itself: the first document that there is. A page in its place is passed
 * over; a document that is wrong is not, lest another one hide that.
 *
 * spec: basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
 *
 * @throws OmniportError `unauthorized`, `unreachable` or `timeout` where that may pass, or the reason of the signal.
 */
export async function fetchAuthorizationServer(
  issuer: string,
  services: AuthServices,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const identifier = parseIdentifier(issuer)
  if (identifier === undefined) throw discoveryError(`${quoted(issuer)} cannot be the issuer of tokens`)
  const reasons: string[] = []
  let cause: unknown
  for (const url of serverMetadataUrls(identifier)) {
    const found = await fetchMetadata(url, services, signal)
    if (found.kind === 'document')
      return parseServerMetadata(found.document, { issuer, rules: guardRulesFor(services) })
    reasons.push(found.reason)
    if (found.kind === 'broken') cause ??= found.cause
  }
  throw discoveryError(`the authorization server ${quoted(issuer)} publishes no metadata: ${reasons.join(', ')}`, cause)
}
