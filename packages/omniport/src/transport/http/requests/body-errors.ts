import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { HttpError } from './http-error.js'

/** 413. The connection is closed, because the rest of the body is not read. */
export function bodyTooLarge(maxBytes: number): HttpError {
  return new HttpError(413, RpcError.invalidRequest(`The body is larger than ${maxBytes} bytes`), {
    connection: 'close',
  })
}

/** 408. */
export function bodyTimeout(timeoutMs: number): HttpError {
  return new HttpError(408, RpcError.invalidRequest(`The body took longer than ${timeoutMs} ms`), {
    connection: 'close',
  })
}

/** 400 for a body that broke off. Most likely the client is gone and does not read this. */
export function bodyBroken(): HttpError {
  return new HttpError(400, RpcError.invalidRequest('The body is not complete'), { connection: 'close' })
}
