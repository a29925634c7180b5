import type { JSONRPCMessage, RequestId } from '../types.js'
import { isModernMessage } from './is-modern-message.js'
import type { ModernStdio, ModernStdioOptions } from './modern-stdio.js'

/** Loads what serves modern requests for the first of them. */
export class LateModernStdio {
  readonly #options: Omit<ModernStdioOptions, 'servesLegacy'>
  #modern: ModernStdio | undefined
  /** What came while it is loaded. */
  #waiting: JSONRPCMessage[] | undefined
  #servesLegacy = false
  #isClosed = false

  constructor(options: Omit<ModernStdioOptions, 'servesLegacy'>) {
    this.#options = options
  }

  /** Takes a message of the client. Returns false if it is for the handlers themselves. */
  receive(message: JSONRPCMessage): boolean {
    if (!('method' in message)) return false
    if (isModernMessage(message)) {
      this.#serve(message)
      return true
    }
    if (message.method === 'initialize') this.#servesLegacy = true
    // It may cancel a request of either era.
    if (message.method === 'notifications/cancelled') this.#modern?.receive(message)
    return false
  }

  /** Takes a message of the handlers. Returns false if it is for a client of an earlier revision. */
  take(message: JSONRPCMessage, relatedRequestId: RequestId | undefined): boolean {
    return this.#modern?.take(message, relatedRequestId) ?? false
  }

  close(): void {
    this.#isClosed = true
    this.#modern?.close()
  }

  #serve(message: JSONRPCMessage): void {
    if (this.#modern !== undefined) this.#modern.receive(message)
    else if (this.#waiting !== undefined) this.#waiting.push(message)
    else {
      this.#waiting = [message]
      this.#load().catch((error: Error) => this.#options.onError(error))
    }
  }

  async #load(): Promise<void> {
    const { ModernStdio: Modern } = await import('./modern-stdio.js')
    if (this.#isClosed) return
    const modern = new Modern({ ...this.#options, servesLegacy: () => this.#servesLegacy })
    this.#modern = modern
    for (const message of this.#waiting ?? []) modern.receive(message)
    this.#waiting = undefined
  }
}
