import type { AuthorizationServer } from 'oauth4webapi'
import type { AuthServices } from '../auth-services.js'
import { advertisesDpop } from './advertises-dpop.js'

/** True if token requests carry proofs: with a prover, unless the server advertises other algorithms only. */
export function isProven({ prover }: AuthServices, server: AuthorizationServer): boolean {
  return prover !== undefined && (server.dpop_signing_alg_values_supported === undefined || advertisesDpop(server))
}
