import type { RpcId, RpcMessage, RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { SendOptions } from '../../jsonrpc/pending.js'

/** The sending half of a connection: all messages go through it, in order. */
export interface MessageSink {
  /**
   * Sends one message or one batch. After the connection has ended it does nothing.
   * @throws TypeError at once, having sent nothing, when JSON cannot carry the message.
   */
  send(message: RpcMessage | readonly RpcMessage[], options?: SendOptions): void
  /** Sends a report about the request `id`, and its response apart from it. Absent: `send`. */
  sendReport?(report: RpcNotification, id: RpcId): void
  /** True while more waits to be written than should. Absent: never. */
  readonly full?: boolean | undefined
}
