import { EventQueue } from './event-queue.js'
import type { HostEvent } from './host-event.js'

export class HostEventStream {
  readonly #readers = new Set<EventReader>()
  #isClosed = false

  push(event: HostEvent): void {
    for (const reader of [...this.#readers]) reader.push(event)
  }

  /** Returns all events from this call on. */
  listen(signal: AbortSignal | undefined): AsyncIterableIterator<HostEvent> {
    const reader = new EventReader(() => {
      this.#readers.delete(reader)
      signal?.removeEventListener('abort', onAbort)
    })
    const onAbort = () => reader.end()
    if (this.#isClosed || signal?.aborted === true) reader.end()
    else {
      this.#readers.add(reader)
      signal?.addEventListener('abort', onAbort, { once: true })
    }
    return reader
  }

  /** Ends all iterations; listeners still read the events that are queued. */
  close(): void {
    this.#isClosed = true
    for (const reader of [...this.#readers]) reader.end()
  }
}

class EventReader implements AsyncIterableIterator<HostEvent> {
  readonly #onEnd: () => void
  readonly #queue = new EventQueue()
  #waiting: ((result: IteratorResult<HostEvent>) => void)[] = []
  #isOver = false
  /** What the queue threw. */
  #failure: unknown

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  push(event: HostEvent): void {
    const waiting = this.#waiting.shift()
    if (waiting !== undefined) {
      waiting({ done: false, value: event })
      return
    }
    try {
      this.#queue.push(event)
    } catch (reason) {
      this.#failure = reason
      this.end()
    }
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#onEnd()
    for (const waiting of this.#waiting) waiting(done)
    this.#waiting = []
  }

  next(): Promise<IteratorResult<HostEvent>> {
    const event = this.#queue.shift()
    if (event !== undefined) return Promise.resolve({ done: false, value: event })
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) return Promise.reject(failure)
    if (this.#isOver) return Promise.resolve(done)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  return(): Promise<IteratorResult<HostEvent>> {
    this.#queue.clear()
    this.end()
    return Promise.resolve(done)
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

const done: IteratorResult<HostEvent> = { done: true, value: undefined }
