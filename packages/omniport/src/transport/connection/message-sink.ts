import type { RpcMessage } from '../../jsonrpc/messages/messages.js'

/** The sending half of a duplex channel. Keeps the order of messages. */
export interface MessageSink {
  /**
   * Sends one message or one batch. Does nothing after the channel was closed.
   *
   * @throws TypeError at once, having sent nothing, when JSON cannot carry the message.
   */
  send(message: RpcMessage | readonly RpcMessage[]): void
  /** True while more waits to be written than should. Absent: never. */
  readonly full?: boolean | undefined
}
