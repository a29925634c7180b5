import type { Transport } from '../shared/transport.js'
import type { JSONRPCMessage } from '../types.js'

/** Has the name of a transport that MCP does not define: `start` and `send` reject, and say what to use. */
export class WebSocketClientTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #url: URL

  constructor(url: URL) {
    this.#url = url
  }

  async start(): Promise<void> {
    throw this.#unsupported()
  }

  async send(_message: JSONRPCMessage): Promise<void> {
    throw this.#unsupported()
  }

  async close(): Promise<void> {}

  #unsupported(): Error {
    return new Error(
      `WebSocketClientTransport cannot connect to ${this.#url}: @omniport/sdk has no WebSocket client, and MCP defines none. ` +
        'Use StreamableHTTPClientTransport, or a transport of your own with start, send and close.',
    )
  }
}
