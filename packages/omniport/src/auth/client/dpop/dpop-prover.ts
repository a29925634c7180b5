import type { DPoPHandle } from 'oauth4webapi'
import type { AuthorizedRequest } from '../../../transport/http-authorizer.js'

/** Proves that a request comes from the holder of a key. spec: RFC 9449 */
export interface DpopProver {
  /** The handle for token requests of `oauth4webapi`. It is always the same one, since it remembers nonces. */
  handle(): Promise<DPoPHandle>
  /** Returns the header `DPoP` of one request to the MCP server with this token. */
  proof(request: AuthorizedRequest, accessToken: string): Promise<string>
  /** Stores the nonce that an origin requires in the next proof. */
  noteNonce(url: string, nonce: string): void
}
