import type { RawMessage } from './message-log.js'
import type { RawResponse, Reply, SendOptions, WireLimits } from './wire.js'

/** The messages of a stream from a server that stays open, and the waits for them. */
export class PushedMessages {
  readonly #limits: WireLimits
  /** Sends the answer to a request of the server. */
  readonly #answer: (message: unknown) => void
  readonly #waiting = new Set<() => void>()
  #received: RawMessage[] = []
  #isEnded = false

  constructor(limits: WireLimits, answer: (message: unknown) => void) {
    this.#limits = limits
    this.#answer = answer
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Forgets what came before a message is sent. */
  clear(): void {
    this.#received = []
  }

  receive(messages: readonly RawMessage[]): void {
    for (const message of messages) {
      this.#received.push(message)
      if ('method' in message && 'id' in message) this.#answer(toAnswer(message))
    }
    this.#wake()
  }

  /** Nothing will come any more. */
  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  /** Waits for a response, another message, or the end of the stream. Rejects with the reason of the signal. */
  async reply({ awaits, until = () => false }: SendOptions): Promise<Reply> {
    const find = () => this.#received.find((each) => each['id'] === awaits && !('method' in each))
    await this.until(() => find() !== undefined || this.#received.some(until) || this.#isEnded)
    const response = find() as RawResponse | undefined // an object; nothing else is said of it
    return { messages: this.#received, response }
  }

  /** Resolves when something is done, looking at each message and at the end, or when the time is over. Rejects with the reason of the signal. */
  async until(isDone: () => boolean): Promise<void> {
    const { signal, timeoutMs } = this.#limits
    signal.throwIfAborted()
    if (isDone()) return
    await new Promise<void>((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      const onAbort = () => {
        finish()
        reject(signal.reason)
      }
      const look = () => {
        if (isDone()) finish()
      }
      const timer = setTimeout(finish, timeoutMs)
      signal.addEventListener('abort', onAbort)
      this.#waiting.add(look)
    })
    signal.throwIfAborted()
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look()
  }
}

/** Nothing was declared, so a server may only ask if the client is there. */
function toAnswer({ id, method }: RawMessage): unknown {
  const error = { code: -32601, message: 'Method not found' }
  return { jsonrpc: '2.0', id, ...(method === 'ping' ? { result: {} } : { error }) }
}
