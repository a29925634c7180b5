import { base64url } from 'jose'
import { calculatePKCECodeChallenge } from 'oauth4webapi'
import type { AuthServices } from '../../auth-services.js'
import type { Authorization } from '../../authorization.js'

/**
 * What is known about one journey of a person before it begins, and held against how it ends.
 *
 * spec: basic/authorization#authorization-response-validation
 */
export interface PendingAuthorization {
  readonly issuer: string
  /** Whether the server says that it names itself when it sends somebody back. */
  readonly isIssuerSent: boolean
  readonly state: string
  readonly verifier: string
  readonly challenge: string
}

/** Records it, with a verifier and a state that nobody can guess. */
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
