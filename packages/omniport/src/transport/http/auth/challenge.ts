import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { HttpError } from '../requests/http-error.js'
import type { Authenticate, AuthScheme, Denied } from './authenticate.js'
import { metadataUrl } from './resource-metadata.js'

/**
 * Converts a denial into a refusal: a status, and a challenge that tells the client which credentials to get.
 * spec: basic/authorization#error-handling
 */
export function toChallenge(denied: Denied, auth: Authenticate): HttpError {
  const { status, title = 'Unauthorized', error, description } = challengeKinds[denied.denied]
  const scopes = denied.denied === 'scope' ? denied.scopes : (auth.scopes ?? [])
  const shownDescription = toQuotable(denied.description ?? description)
  const params = {
    ...(auth.metadata !== undefined && { resource_metadata: metadataUrl(auth.metadata.resource) }),
    ...(denied.denied !== 'malformed' && scopesParam(scopes)),
    ...(error !== undefined && { error, error_description: shownDescription }),
  }
  const challenge = schemesOf(auth, denied)
    .map((scheme) => format(scheme, params))
    .join(', ')
  return new HttpError(status, RpcError.invalidRequest(`${title}: ${shownDescription}`), {
    'www-authenticate': challenge,
  })
}

interface ChallengeKind {
  readonly status: number
  readonly title?: string
  readonly error?: string
  readonly description: string
}

const challengeKinds: Readonly<Record<Denied['denied'], ChallengeKind>> = {
  missing: { status: 401, description: 'the credentials are missing' },
  invalid: { status: 401, error: 'invalid_token', description: 'the credentials are invalid' },
  expired: { status: 401, error: 'invalid_token', description: 'the credentials are expired' },
  proof: { status: 401, error: 'invalid_dpop_proof', description: 'the proof of possession does not hold' },
  malformed: {
    status: 400,
    title: 'Bad request',
    error: 'invalid_request',
    description: 'the credentials are malformed',
  },
  scope: {
    status: 403,
    title: 'Forbidden',
    error: 'insufficient_scope',
    description: 'more has to be granted for this',
  },
}

const bearer: readonly AuthScheme[] = [{ scheme: 'Bearer' }]

/** Only the scheme `DPoP` uses a proof, so a denied proof is answered with that scheme alone. */
function schemesOf({ schemes = bearer }: Authenticate, { denied }: Denied): readonly AuthScheme[] {
  const own = denied === 'proof' ? schemes.filter(({ scheme }) => scheme === 'DPoP') : schemes
  return own.length === 0 ? schemes : own
}

/** Omits `offline_access`, which only the authorization server understands. spec: RFC 6750#section-3 */
function scopesParam(scopes: readonly string[]): { readonly scope?: string } {
  const named = scopes.filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope) && scope !== 'offline_access')
  let scope = ''
  for (const name of new Set(named)) {
    const longer = scope === '' ? name : `${scope} ${name}`
    // Truncating in the middle of a name would name another scope.
    if (longer.length > maxValueLength) break
    scope = longer
  }
  return scope === '' ? {} : { scope }
}

function format({ scheme, params: own = {} }: AuthScheme, params: Readonly<Record<string, string>>): string {
  const pairs = Object.entries({ ...own, ...params }).map(([name, value]) => `${name}="${toQuotable(value)}"`)
  return pairs.length === 0 ? scheme : `${scheme} ${pairs.join(', ')}`
}

/** Replaces characters that would need an escape between quotes: not every client unescapes. spec: RFC 6750#section-3 */
function toQuotable(value: string): string {
  return value
    .slice(0, maxValueLength)
    .replace(/["\\]/g, "'")
    .replace(/[^\x20-\x7e]/g, '?')
}

const maxValueLength = 2_048
