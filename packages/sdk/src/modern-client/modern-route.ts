import type { JSONRPCMessage } from '../types.js'
import type { ModernConnection, ModernConnectionOptions } from './modern-connection.js'

/** The member that begins 2026-07-28. */
export const speakModern: unique symbol = Symbol('speakModern')

/** A transport that can go on in 2026-07-28 when its server refuses `initialize`. */
export interface ModernTransport {
  /** @internal */
  [speakModern](): void
}

/** The messages of a transport whose server speaks only 2026-07-28. What speaks it is loaded for the first of them. */
export class ModernRoute {
  readonly #options: ModernConnectionOptions
  #connection: Promise<ModernConnection> | undefined

  constructor(options: ModernConnectionOptions) {
    this.#options = options
  }

  /** Takes a message of the client. Rejects with what stopped it, unless that was the server, whose error is delivered. */
  async send(message: JSONRPCMessage): Promise<void> {
    this.#connection ??= this.#load()
    await (await this.#connection).send(message)
  }

  /** Ends the requests that are under way. */
  async close(): Promise<void> {
    await (await this.#connection)?.close()
  }

  async #load(): Promise<ModernConnection> {
    const { ModernConnection: Connection } = await import('./modern-connection.js')
    return new Connection(this.#options)
  }
}
