import { RpcError } from '../../jsonrpc/messages/rpc-error.js'

/**
 * -32603: the disk does not take a write. A request that no tool runs for yet may be sent again; over HTTP its status is 503 with
 * `Retry-After`. Peers get no details: `cause` has them.
 */
export class StoreUnavailable extends RpcError {
  override readonly name = 'StoreUnavailable'

  constructor(cause: unknown) {
    const data = { retryAfterSeconds: 1, reason: 'store' }
    super(-32603, 'The store of this service is not available; try again', data, { cause })
  }
}
