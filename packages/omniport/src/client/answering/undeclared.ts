import { RpcError } from '../../jsonrpc/rpc-error.js'

/** A question that this client did not declare that it can be asked. `capability` names what it takes. */
export class UndeclaredInputError extends RpcError {
  readonly capability: string

  constructor(capability: string, { code, message }: RpcError) {
    super(code, message)
    this.capability = capability
  }
}
