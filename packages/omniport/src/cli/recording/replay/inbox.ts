import { type AnyMessage, idKey, partsOf } from '../turns/messages.js'

/** The answers and requests that came from a server, until they are taken. */
export class Inbox {
  readonly #answers = new Map<string, AnyMessage>()
  /** By method, in order. */
  readonly #requests = new Map<string, AnyMessage[]>()
  /** By method, how many came that nobody has waited for. */
  readonly #notifications = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  #isOver = false

  receive(message: unknown): void {
    for (const part of partsOf(message)) {
      if (part.method === undefined) this.#answers.set(idKey(part.id), part)
      else if (part.id === undefined) this.#notifications.set(String(part.method), this.#countOf(part.method) + 1)
      else this.#requests.set(String(part.method), [...this.#requestsOf(part.method), part])
    }
    this.#notify()
  }

  /** Nothing will come any more. */
  end(): void {
    this.#isOver = true
    this.#notify()
  }

  /** Resolves with the answer to a request; with undefined if it does not come in time. */
  answer(id: unknown, timeoutMs: number): Promise<AnyMessage | undefined> {
    return this.#take(timeoutMs, () => {
      const found = this.#answers.get(idKey(id))
      this.#answers.delete(idKey(id))
      return found
    })
  }

  /** The same for the next request of a method. */
  request(method: string, timeoutMs: number): Promise<AnyMessage | undefined> {
    return this.#take(timeoutMs, () => this.#requestsOf(method).shift())
  }

  /** Resolves with true when a notification of a method has come, or has come before; with false if it does not come in time. */
  async notification(method: string, timeoutMs: number): Promise<boolean> {
    const found = await this.#take(timeoutMs, () => (this.#countOf(method) > 0 ? {} : undefined))
    if (found !== undefined) this.#notifications.set(method, this.#countOf(method) - 1)
    return found !== undefined
  }

  #countOf(method: unknown): number {
    return this.#notifications.get(String(method)) ?? 0
  }

  #requestsOf(method: unknown): AnyMessage[] {
    return this.#requests.get(String(method)) ?? []
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #take(timeoutMs: number, find: () => AnyMessage | undefined): Promise<AnyMessage | undefined> {
    return new Promise((resolve) => {
      const end = (found: AnyMessage | undefined) => {
        clearTimeout(timer)
        this.#listeners.delete(look)
        resolve(found)
      }
      const look = () => {
        const found = find()
        if (found !== undefined || this.#isOver) end(found)
      }
      const timer = setTimeout(() => end(undefined), timeoutMs)
      this.#listeners.add(look)
      look()
    })
  }
}
