import { RpcError } from '../../jsonrpc/messages/rpc-error.js'

/**
 * There is no such resource. One condition with two codes: -32002 for legacy clients, -32602 from 2026-07-28 on; the codec
 * picks.
 *
 * spec: server/resources#error-handling
 */
export class ResourceNotFound extends RpcError {
  override readonly name = 'ResourceNotFound'
  readonly uri: string

  constructor(uri: string) {
    super(-32602, 'Resource not found', { uri })
    this.uri = uri
  }
}
