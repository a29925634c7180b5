import type { AuthorizationServer } from 'oauth4webapi'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isStringArray } from '../../../values/json/is-string-array.js'
import { assertPeerUrl } from '../../ssrf-guard/assert-peer-url.js'
import type { GuardRules } from '../../ssrf-guard/guard-options.js'
import { discoveryError, quoted } from './discovery-error.js'
import { isSameIssuer } from './is-same-issuer.js'

/** The expectations that server metadata is checked against. */
export interface ServerExpectation {
  /** The issuer that was looked up. */
  readonly issuer: string
  readonly rules: GuardRules
}

/**
 * Checks the metadata of an authorization server. Members that a client relies on must be valid; other invalid ones are
 * dropped, as are nulls and `mtls_endpoint_aliases`. Its issuer is the server's from then on, as the document spells it.
 *
 * spec: basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
 *
 * @throws OmniportError `unauthorized`
 */
export function parseServerMetadata(
  document: Readonly<Record<string, unknown>>,
  { issuer: expected, rules }: ServerExpectation,
): AuthorizationServer {
  const { issuer } = document
  if (typeof issuer !== 'string' || !isSameIssuer(issuer, expected)) {
    throw discoveryError(
      `the metadata of the authorization server ${quoted(expected)} names another issuer: ${quoted(issuer)}`,
    )
  }
  const members: [string, unknown][] = []
  for (const [name, value] of Object.entries(document)) {
    if (value === null || ignored.has(name)) continue
    const problem = findProblem(name, value, rules)
    if (problem === undefined) members.push([name, value])
    else if (needed.has(name)) throw discoveryError(`the metadata of ${quoted(issuer)} has a wrong ${name}: ${problem}`)
  }
  return { ...Object.fromEntries(members), issuer } // each member of the type was checked by name
}

const ignored = new Set(['__proto__', 'mtls_endpoint_aliases'])

const needed = new Set([
  'authorization_endpoint',
  'authorization_grant_profiles_supported',
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
  'code_challenge_methods_supported',
  'dpop_signing_alg_values_supported',
  'grant_types_supported',
  'pushed_authorization_request_endpoint',
  'registration_endpoint',
  'require_pushed_authorization_requests',
  'response_types_supported',
  'revocation_endpoint',
  'scopes_supported',
  'token_endpoint',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
])

const flags = new Set([
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
  'require_pushed_authorization_requests',
])

function findProblem(name: string, value: unknown, rules: GuardRules): string | undefined {
  if (flags.has(name)) return typeof value === 'boolean' ? undefined : 'it is not a boolean'
  if (name.endsWith('_endpoint') || name === 'jwks_uri') return findEndpointProblem(value, rules)
  if (!name.endsWith('_supported') || isStringArray(value)) return undefined
  return typeof value === 'boolean' && !needed.has(name) ? undefined : 'it is not an array of strings'
}

/** spec: basic/authorization/security-considerations#communication-security, RFC 6749 sections 3.1 and 3.2 */
function findEndpointProblem(value: unknown, rules: GuardRules): string | undefined {
  if (typeof value !== 'string') return 'it is not a string'
  if (!/^[!-~]{1,2048}$/.test(value) || value.includes('#')) {
    return 'it is longer than 2048 characters, or has a fragment, spaces or characters beyond ASCII'
  }
  try {
    assertPeerUrl(value, rules)
    return undefined
  } catch (reason) {
    if (OmniportError.is(reason)) return reason.message
    throw reason
  }
}
