import type { ProtectedResource } from '../../transport/http/protected-resource.js'
import { mustBe } from './check-options.js'
import { dpopAlgorithms } from './dpop-proofs.js'
import type { TokenAuthOptions } from './token-auth-options.js'

/**
 * What clients are told of a server that takes tokens.
 *
 * @throws TypeError where there is no URL to publish.
 */
export function createMetadata(
  issuers: readonly string[],
  { audience, resource = audience, scopes = [], dpop = false, metadata }: TokenAuthOptions,
): ProtectedResource | undefined {
  if (!/^https?:\/\/[^/?#\s]+[^#\s]*$/i.test(resource) || !URL.canParse(resource)) {
    throw mustBe(resource === audience ? 'resource, where the audience is no URL,' : 'resource', 'an https or http URL')
  }
  if (issuers.length === 0) return undefined
  return {
    resource,
    authorization_servers: issuers,
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
    ...(dpop !== false && { dpop_signing_alg_values_supported: dpopAlgorithms }),
    ...(dpop === 'required' && { dpop_bound_access_tokens_required: true }),
    ...metadata,
  }
}
