import type { RpcId, RpcMessage } from '../../../jsonrpc/messages/messages.js'

/** Sends the messages of one duplex connection over HTTP. Messages that arrive go to that connection. */
export interface LegacyChannel {
  /**
   * Sends a message or a batch, whose JSON text is `body`. The connection rejects a request that cannot be sent. `isQuiet`:
   * the client sends it by itself, so no user is asked for credentials because of it. Never throws.
   */
  send(message: RpcMessage | readonly RpcMessage[], body: string, isQuiet: boolean | undefined): void
  /** The request `id` has settled: if it was answered, its HTTP reply may end by itself, else its HTTP request is aborted. */
  release(id: RpcId, isAnswered: boolean): void
  /** Ends everything that is open. Settles last; never rejects. */
  close(): Promise<void>
}
