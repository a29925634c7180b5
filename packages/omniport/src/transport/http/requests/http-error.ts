import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { HttpHeaders } from './http-request.js'

/** A request that is refused before it is served: a status, and a JSON-RPC error without an id as its body. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly error: RpcError
  readonly headers: HttpHeaders

  constructor(status: number, error: RpcError, headers: HttpHeaders = {}) {
    super(error.message)
    this.status = status
    this.error = error
    this.headers = headers
  }
}

/** 405, naming the methods that are allowed. */
export function notAllowed(allow: string): HttpError {
  return new HttpError(405, RpcError.invalidRequest(`Only ${allow} is served here`), { allow })
}
