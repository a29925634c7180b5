import type { Transport } from '../src/shared/transport.js'
import type { JSONRPCMessage } from '../src/types.js'

type Message = Record<string, unknown>

/** A transport of a program: it hands messages over as they are. */
export class Pipe implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly sessionId: string | undefined
  readonly sent: Message[] = []
  readonly options: unknown[] = []
  readonly #waits: (() => void)[] = []

  constructor(sessionId?: string) {
    this.sessionId = sessionId
  }

  async start() {}

  async send(message: JSONRPCMessage, options?: unknown) {
    this.sent.push(message as unknown as Message)
    this.options.push(options)
    for (const check of this.#waits) check()
  }

  async close() {
    this.onclose?.()
  }

  receive(message: Message, extra?: unknown) {
    this.onmessage?.({ jsonrpc: '2.0', ...message } as never, extra as never)
  }

  /** Resolves when so many messages were sent. */
  until(count: number): Promise<void> {
    return new Promise((resolve) => {
      const check = () => this.sent.length >= count && resolve()
      this.#waits.push(check)
      check()
    })
  }
}

/** Resolves when all that runs at once has run. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
