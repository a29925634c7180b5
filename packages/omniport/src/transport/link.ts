import type { RpcNotification, RpcRequest, RpcResponse } from '../jsonrpc/messages.js'
import type { PendingOptions } from '../jsonrpc/pending.js'
import type { Revision } from '../protocol/revision.js'

/**
 * The asking end of a connection, as a client sees it. Notifications that name a request go to that request's
 * `onNotification`; everything else that arrives goes to the `Serve` the link was opened with.
 */
export interface Link {
  /** What the two ends agreed on: the client sets it once it knows. Until then only responses are taken. */
  revision: Revision | undefined
  /**
   * Asks, and settles with the response, be it a result or an error. When the caller gives up, the other side is told.
   *
   * Rejects with the signal's reason, or with `OmniportError` `timeout` or `closed`.
   */
  request(message: RpcRequest, options?: PendingOptions): Promise<RpcResponse>
  /** @throws TypeError when JSON cannot carry it. */
  notify(message: RpcNotification): void
  /** Resolves when the connection is over, with the reason where it was not asked for. */
  readonly closed: Promise<Error | undefined>
  /** Ends the connection and everything that serves it alone. Settles last; safe to call twice. */
  close(): Promise<void>
  /** The process at the other end, if this side started one. */
  readonly pid?: number | undefined
}
