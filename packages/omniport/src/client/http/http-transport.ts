import type { RpcId, RpcMessage } from '../../jsonrpc/messages/messages.js'

/** How messages travel over HTTP in one era: what comes back goes to the pipe that the road was made with. */
export interface HttpTransport {
  /** Sends a message or a batch, whose text is `body`. What goes wrong with a question rejects it. Never throws. */
  send(message: RpcMessage | readonly RpcMessage[], body: string): void
  /** The question `id` is settled: if it was answered, its reply may end by itself, else nothing more is taken from it. */
  release(id: RpcId, isAnswered: boolean): void
  /** Ends everything that is open. Settles last; never rejects. */
  close(): Promise<void>
}
