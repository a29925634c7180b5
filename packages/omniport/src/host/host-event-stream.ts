import { OmniportError } from '../values/errors/omniport-error.js'
import { truncate } from '../values/text/truncate.js'
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

const maxWaitingEvents = 10_000
const maxWaitingOfServer = 2_000
/** While this many events are queued, `log` and `stderr` events are dropped. */
const maxWaitingOutput = 1_000

class EventReader implements AsyncIterableIterator<HostEvent> {
  readonly #onEnd: () => void
  #events: HostEvent[] = []
  /** Queued events per server; servers without queued events have no entry. */
  readonly #counts = new Map<string | undefined, number>()
  #waiting: ((result: IteratorResult<HostEvent>) => void)[] = []
  #isOver = false
  #failure: OmniportError | undefined

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  push(event: HostEvent): void {
    const waiting = this.#waiting.shift()
    if (waiting !== undefined) waiting({ done: false, value: event })
    else if (isOutput(event) && this.#events.length >= maxWaitingOutput) return
    else if (this.#events.length < maxWaitingEvents) this.#enqueue(event)
    else {
      this.#failure = new OmniportError(
        'limit',
        `More than ${maxWaitingEvents} events are unread: read events() faster`,
      )
      this.end()
    }
  }

  /** Queues an event. Past the limit of a server one error is queued, and its further events are dropped. */
  #enqueue(event: HostEvent): void {
    const { server } = event
    const count = (this.#counts.get(server) ?? 0) + 1
    if (server !== undefined && count > maxWaitingOfServer) return
    this.#counts.set(server, count)
    if (server === undefined || count < maxWaitingOfServer) this.#events.push(event)
    else this.#events.push({ type: 'error', server, error: eventsDropped(server) })
  }

  #dequeue(): HostEvent | undefined {
    const event = this.#events.shift()
    if (event === undefined) return undefined
    const left = (this.#counts.get(event.server) ?? 0) - 1
    if (left > 0) this.#counts.set(event.server, left)
    else this.#counts.delete(event.server)
    return event
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#onEnd()
    for (const waiting of this.#waiting) waiting(done)
    this.#waiting = []
  }

  next(): Promise<IteratorResult<HostEvent>> {
    const event = this.#dequeue()
    if (event !== undefined) return Promise.resolve({ done: false, value: event })
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) return Promise.reject(failure)
    if (this.#isOver) return Promise.resolve(done)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  return(): Promise<IteratorResult<HostEvent>> {
    this.#events = []
    this.#counts.clear()
    this.end()
    return Promise.resolve(done)
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

function eventsDropped(server: string): OmniportError {
  const message = `${maxWaitingOfServer} events of the server ${truncate(server)} are unread: further ones are dropped; list its tools, prompts and resources again`
  return new OmniportError('limit', message)
}

/** Events whose number only the server controls. */
function isOutput({ type }: HostEvent): boolean {
  return type === 'log' || type === 'stderr'
}

const done: IteratorResult<HostEvent> = { done: true, value: undefined }
