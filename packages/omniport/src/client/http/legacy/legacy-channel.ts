import type { RpcId, RpcMessage } from '../../../jsonrpc/messages/messages.js'
import type { SendOptions } from '../../../jsonrpc/pending.js'

/** Sends the messages of one duplex connection over HTTP. Messages that arrive go to that connection. */
export interface LegacyChannel {
  /**
   * Sends a message or a batch, whose JSON text is `body`. The connection rejects a request that cannot be sent. Never throws.
   */
  send(message: RpcMessage | readonly RpcMessage[], body: string, options: SendOptions | undefined): void
  /** The request `id` has settled: if it was answered, its HTTP reply may end by itself, else its HTTP request is aborted. */
  release(id: RpcId, isAnswered: boolean): void
  /** Ends everything that is open. Settles last; never rejects. */
  close(): Promise<void>
}
