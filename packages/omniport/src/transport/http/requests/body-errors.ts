import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { HttpError } from './http-error.js'

/** 413: the connection is closed, for the rest is not read. */
export function bodyTooLarge(maxBytes: number): HttpError {
  return new HttpError(413, RpcError.invalidRequest(`The body is larger than ${maxBytes} bytes`), {
    connection: 'close',
  })
}

/** 408: the body did not arrive in time. */
export function bodyTimeout(timeoutMs: number): HttpError {
  return new HttpError(408, RpcError.invalidRequest(`The body took longer than ${timeoutMs} ms`), {
    connection: 'close',
  })
}

/** 400: the body broke off, so that most likely nobody is left to read this. */
export function bodyBroken(): HttpError {
  return new HttpError(400, RpcError.invalidRequest('The body is not complete'), { connection: 'close' })
}
