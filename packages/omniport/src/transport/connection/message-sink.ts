import type { RpcMessage } from '../../jsonrpc/messages/messages.js'

/** The sending half of a pipe: one road for everything, in order. */
export interface MessageSink {
  /**
   * Sends one message or one batch. After the wire has ended it does nothing.
   *
   * @throws TypeError at once, having sent nothing, when JSON cannot carry the message.
   */
  send(message: RpcMessage | readonly RpcMessage[]): void
  /** Whether more waits to be written than should. Absent: it never does. */
  readonly full?: boolean | undefined
}
