import type { AuthorizationServer } from 'oauth4webapi'
import type { AuthServices } from '../auth-services.js'
import { advertisesDpop } from './advertises-dpop.js'

/** Whether requests for tokens carry proofs: unless the server says that it knows no keys like those of this client. */
export function isProven({ prover }: AuthServices, server: AuthorizationServer): boolean {
  return prover !== undefined && (server.dpop_signing_alg_values_supported === undefined || advertisesDpop(server))
}
