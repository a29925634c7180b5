import type { JSONRPCMessage } from '../types.js'
import type { ModernConnectionOptions } from './modern-connection.js'
import { ModernRoute } from './modern-route.js'

export interface ModernPipeOptions extends Pick<ModernConnectionOptions, 'deliver' | 'onError'> {
  /** Sends a message to the server. */
  readonly write: (message: JSONRPCMessage) => Promise<void>
}

/** A route over a transport that carries messages in both directions. */
export class ModernPipe extends ModernRoute {
  #received: ReadableStreamDefaultController<unknown> | undefined

  constructor({ write, deliver, onError }: ModernPipeOptions) {
    let received: ReadableStreamDefaultController<unknown> | undefined
    const readable = new ReadableStream<unknown>({
      start: (controller) => {
        received = controller
      },
      cancel: () => {
        this.#received = undefined
      },
    })
    const writable = new WritableStream<JSONRPCMessage>({ write })
    super({ target: { readable, writable }, deliver, onError })
    this.#received = received
  }

  /** Takes a message of the server. */
  receive(message: JSONRPCMessage): void {
    this.#received?.enqueue(message)
  }
}
