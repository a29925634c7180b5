import { base64url } from 'jose'
import { calculatePKCECodeChallenge } from 'oauth4webapi'
import type { AuthServices } from '../../auth-services.js'
import type { Authorization } from '../../authorization.js'

/**
 * The values of one authorization request that its redirect is checked against.
 *
 * spec: basic/authorization#authorization-response-validation
 */
export interface PendingAuthorization {
  readonly issuer: string
  /** True if the server advertises that it sends `iss` with the redirect. */
  readonly isIssuerSent: boolean
  readonly state: string
  readonly verifier: string
  readonly challenge: string
}

/** Creates one with a random verifier and state. */
export async function createPending(
  { runtime }: AuthServices,
  { server }: Authorization,
): Promise<PendingAuthorization> {
  const verifier = base64url.encode(runtime.randomBytes(32))
  return {
    issuer: server.issuer,
    isIssuerSent: server.authorization_response_iss_parameter_supported === true,
    state: base64url.encode(runtime.randomBytes(32)),
    verifier,
    challenge: await calculatePKCECodeChallenge(verifier),
  }
}
