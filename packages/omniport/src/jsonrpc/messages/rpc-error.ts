import { truncate } from '../../values/text/truncate.js'
import type { RpcErrorObject } from './messages.js'

const brand = Symbol.for('omniport.RpcError')

/**
 * An error that crosses the wire: a numeric `code`, a one-sentence `message` and optional JSON `data`.
 *
 * Thrown from a handler or a middleware it becomes the error response of that request, as it is. Thrown by a client call it
 * is what the peer answered. Codes of your own lie outside -32768…-32000. `RpcError.is(e)` also recognises the errors of
 * another copy of this library.
 */
export class RpcError extends Error {
  override readonly name: string = 'RpcError'
  readonly code: number
  readonly data: unknown

  /** @throws TypeError when `code` is not an integer. */
  constructor(code: number, message: string, data?: unknown, options?: ErrorOptions) {
    super(message, options)
    if (!Number.isInteger(code)) throw new TypeError(`RpcError: code must be an integer, got ${String(code)}`)
    this.code = code
    this.data = data
  }

  get [brand](): true {
    return true
  }

  static is(value: unknown): value is RpcError {
    return typeof value === 'object' && value !== null && (value as { [brand]?: unknown })[brand] === true
  }

  /**
   * Converts anything thrown: an `RpcError` is returned as it is, everything else becomes "Internal error" (-32603) with the
   * reason as its `cause`, so that no exception text reaches the peer.
   */
  static from(reason: unknown): RpcError {
    return RpcError.is(reason) ? reason : new RpcError(-32603, 'Internal error', undefined, { cause: reason })
  }

  /** -32700: the text was not JSON. */
  static parseError(message: string): RpcError {
    return new RpcError(-32700, message)
  }

  /** -32600: JSON, but not a message that is allowed here. */
  static invalidRequest(message: string, data?: unknown): RpcError {
    return new RpcError(-32600, message, data)
  }

  /** -32601: the method does not exist, or its capability was not declared. */
  static methodNotFound(method: string): RpcError {
    return new RpcError(-32601, `Method not found: ${truncate(method)}`)
  }

  /** -32602: the parameters are wrong for the method. */
  static invalidParams(message: string, data?: unknown): RpcError {
    return new RpcError(-32602, message, data)
  }

  /** -32603: a failure on this side. `message` is sent, the cause is not. */
  static internal(message = 'Internal error', options?: ErrorOptions): RpcError {
    return new RpcError(-32603, message, undefined, options)
  }

  /** The `error` member of a response. */
  toObject(): RpcErrorObject {
    return this.data === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, data: this.data }
  }
}
