import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { CallOptions } from '../call-options.js'

/** The call that a result of an extension belongs to. */
export interface ResultContext {
  readonly method: string
  readonly params: RpcParams | undefined
  /**
   * Aborts when the caller gives up, the `maxTimeoutMs` of the call is over, or the client closes. The time in which input
   * requests are open does not count.
   */
  readonly signal: AbortSignal
  /** The time limit for each response of the server. */
  readonly timeoutMs: number
  /**
   * Sends a request to the same server, with the time limits of the call, and with `signal` only if `options` has it.
   * Rejects as `request` of the client does, and with OmniportError `closed` when the client is connected to another server
   * now.
   */
  request(method: string, params?: RpcParams, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>
  /**
   * Answers an input request of the server through the handlers given to `connect`.
   *
   * Rejects with OmniportError `unsupported` (not declared, or `autoAnswer: false`) or `invalid_result` (malformed), with
   * what a handler throws, or with the reason of `signal`.
   */
  answer(inputRequest: unknown, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>
}
