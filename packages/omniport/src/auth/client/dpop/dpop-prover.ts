import type { DPoPHandle } from 'oauth4webapi'
import type { AuthorizedRequest } from '../../../transport/http-authorizer.js'

/** Proves that a request comes from the holder of a key. spec: RFC 9449 */
export interface DpopProver {
  /** For requests to token endpoints, which `oauth4webapi` makes. The same one each time: it keeps their nonces. */
  handle(): Promise<DPoPHandle>
  /** The header `DPoP` of one request to the MCP server with this token. */
  proof(request: AuthorizedRequest, accessToken: string): Promise<string>
  /** A nonce that an origin wants in the next proof. */
  noteNonce(url: string, nonce: string): void
}
