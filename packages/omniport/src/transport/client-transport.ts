import type { RpcNotification, RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import type { PendingOptions } from '../jsonrpc/pending.js'
import type { Revision } from '../protocol/revisions/revision.js'

/**
 * The asking end of a connection, as a client sees it. Everything that arrives but responses goes to the `Serve` the link was
 * opened with; notifications that name a request go to that request's `onNotification` first.
 */
export interface ClientTransport {
  /** The agreed revision: the client sets it once it knows. Until then messages are read as of 2025-11-25. */
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
  /**
   * True if the arguments that tools mark with `x-mcp-header` are sent as headers: over Streamable HTTP. Undefined where there
   * are none, whatever the revision.
   */
  readonly mirrorsArguments?: boolean | undefined
  /** The process at the other end, if this side started one. */
  readonly pid?: number | undefined
  /**
   * What a program that this side started wrote instead of answers, to be added to the message of an error: empty if nothing.
   * Undefined where there is no program.
   */
  readonly output?: string | undefined
}
