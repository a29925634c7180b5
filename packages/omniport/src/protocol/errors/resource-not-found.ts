import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { truncate } from '../../values/text/truncate.js'

/**
 * The resource does not exist. The codec picks one of two codes: -32002 for legacy clients, -32602 from 2026-07-28 on.
 *
 * spec: server/resources#error-handling
 */
export class ResourceNotFound extends RpcError {
  override readonly name = 'ResourceNotFound'
  readonly uri: string

  constructor(uri: string) {
    super(-32602, `Resource not found: ${truncate(uri)}`, { uri })
    this.uri = uri
  }
}
