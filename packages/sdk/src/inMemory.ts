import type { AuthInfo } from './server/auth/types.js'
import type { Transport } from './shared/transport.js'
import type { JSONRPCMessage, RequestId } from './types.js'

interface QueuedMessage {
  readonly message: JSONRPCMessage
  readonly extra: { authInfo?: AuthInfo }
}

/** Connects a client and a server in one process. */
export class InMemoryTransport implements Transport {
  private _otherTransport?: InMemoryTransport | undefined
  private _messageQueue: QueuedMessage[] = []
  declare onclose?: () => void
  declare onerror?: (error: Error) => void
  declare onmessage?: (message: JSONRPCMessage, extra?: { authInfo?: AuthInfo }) => void
  declare sessionId?: string

  /** Creates two transports that are connected: one for the client, one for the server. */
  static createLinkedPair(): [InMemoryTransport, InMemoryTransport] {
    const client = new InMemoryTransport()
    const server = new InMemoryTransport()
    client._otherTransport = server
    server._otherTransport = client
    return [client, server]
  }

  async start(): Promise<void> {
    for (const { message, extra } of this._messageQueue.splice(0)) this.onmessage?.(message, extra)
  }

  async close(): Promise<void> {
    const other = this._otherTransport
    this._otherTransport = undefined
    await other?.close()
    this.onclose?.()
  }

  /** Delivers a message to the other side at once, or when it has started. */
  async send(message: JSONRPCMessage, options?: { relatedRequestId?: RequestId; authInfo?: AuthInfo }): Promise<void> {
    const other = this._otherTransport
    if (other === undefined) throw new Error('Not connected')
    const extra = { authInfo: options?.authInfo } as { authInfo?: AuthInfo }
    if (other.onmessage) other.onmessage(message, extra)
    else other._messageQueue.push({ message, extra })
  }
}
