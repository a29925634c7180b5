import type { AuthorizationServer } from 'oauth4webapi'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { serverMetadataUrls } from '../../server-metadata-urls.js'
import type { AuthServices } from '../auth-services.js'
import { transientErrorCode } from '../transient-error-code.js'
import { canonicalResource } from './canonical-resource.js'
import { discoveryError, quoted } from './discovery-error.js'
import { fetchMetadata } from './fetch-metadata.js'
import { guardRulesFor } from './guard-rules-for.js'
import { isSameIssuer } from './is-same-issuer.js'
import { parseIdentifier } from './parse-identifier.js'
import { parseServerMetadata } from './parse-server-metadata.js'

/**
 * Returns the first authorization server with valid metadata, of at most 5. The one that was used before comes first, so that
 * its registrations and tokens stay in use.
 *
 * spec: RFC 9728 section 7.6
 *
 * @throws OmniportError `unauthorized`, `unreachable` or `timeout` if the failure is transient, or the reason of the signal.
 */
export async function findAuthorizationServer(
  issuers: readonly string[],
  services: AuthServices,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  if (issuers.length === 1) return fetchAuthorizationServer(String(issuers[0]), services, signal)
  const key = `issuer ${canonicalResource(services.serverUrl)}`
  const lastIssuer = await services.store.get(key)
  const isLast = (issuer: string) => typeof lastIssuer === 'string' && isSameIssuer(issuer, lastIssuer)
  const ordered = [...new Set(issuers)].sort((one, other) => Number(isLast(other)) - Number(isLast(one)))
  const server = await firstOf(ordered.slice(0, maxIssuers), services, signal)
  if (server.issuer !== lastIssuer) await services.store.set(key, server.issuer)
  return server
}

const maxIssuers = 5

async function firstOf(
  issuers: readonly string[],
  services: AuthServices,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const reasons: string[] = []
  let cause: unknown
  for (const issuer of issuers) {
    try {
      return await fetchAuthorizationServer(issuer, services, signal)
    } catch (reason) {
      signal.throwIfAborted()
      if (!OmniportError.is(reason)) throw reason
      reasons.push(reason.message)
      if (transientErrorCode(reason) !== undefined) cause ??= reason
    }
  }
  throw discoveryError(`none of the authorization servers can be used: ${reasons.join('; ')}`, cause)
}

/**
 * Fetches the metadata of this issuer: the first document that exists. A page that is not JSON is skipped; a wrong document is
 * an error, so that another one cannot hide it.
 *
 * spec: basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
 *
 * @throws OmniportError `unauthorized`, `unreachable` or `timeout` if the failure is transient, or the reason of the signal.
 */
async function fetchAuthorizationServer(
  issuer: string,
  services: AuthServices,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const identifier = parseIdentifier(issuer)
  if (identifier === undefined) throw discoveryError(`${quoted(issuer)} is not a valid issuer URL`)
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
