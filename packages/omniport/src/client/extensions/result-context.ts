import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { CallOptions } from '../call-options.js'

/** What surrounds a result of an extension: the call that it came for. */
export interface ResultContext {
  readonly method: string
  readonly params: RpcParams | undefined
  /**
   * Aborts when nobody waits for the result any more: the caller gave up, the `maxTimeoutMs` of the call are over, or the
   * client is closed. The time in which questions are open does not count.
   */
  readonly signal: AbortSignal
  /** How long one answer of the server may take. */
  readonly timeoutMs: number
  /**
   * Asks the same server, with the times of the call; `signal` does not end it unless it is given. Rejects as `request` of
   * the client, and with OmniportError `closed` when the server is another now.
   */
  request(method: string, params?: RpcParams, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>
  /**
   * Answers a question of the server as one that it asks before it answers: through the handlers given to `connect`.
   *
   * Rejects with OmniportError `unsupported` (not declared, or `autoAnswer: false`) or `invalid_result` (no question), with
   * what a handler throws, or with the reason of `signal`.
   */
  answer(inputRequest: unknown, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>
}
