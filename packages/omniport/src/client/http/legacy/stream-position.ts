import type { Runtime } from '../../../async/runtime/runtime.js'
import { backoffMs } from '../../../async/waiting/backoff.js'
import type { ReceivedEvent } from '../read-events.js'

/** The position in one stream, over its connections. spec: 2025-11-25 basic/transports#resumability-and-redelivery */
export class StreamPosition {
  #lastId: string | undefined
  #retryMs: number | undefined
  #failures = 0
  /** An event with a new id came since the last connection. */
  #hasMoved = false
  readonly #seen = new Set<string>()

  /** The id that a new connection sends to get the events after it. Undefined: no event had an id. */
  get lastId(): string | undefined {
    return this.#lastId
  }

  /** Stores the position. Returns false for an event that was received before. */
  readonly accept = ({ id }: ReceivedEvent): boolean => {
    if (id === undefined) return true
    if (this.#seen.has(id)) return false
    this.#lastId = id
    this.#hasMoved = true
    this.#seen.add(id)
    const [oldest] = this.#seen
    if (this.#seen.size > remembered && oldest !== undefined) this.#seen.delete(oldest)
    return true
  }

  readonly onRetry = (ms: number): void => {
    this.#retryMs = Math.min(Math.max(ms, minRetryMs), maxRetryMs)
  }

  /** Drops the position, which the server does not know any more. */
  forget(): void {
    this.#lastId = undefined
  }

  /**
   * The time before the next connection, which grows with each connection in a row that did not last, whatever it brought. A
   * server that closes streams to be polled says by `retry` when to come back, and is obeyed from a second on; without that,
   * the time grows less as long as there are new events.
   */
  delayMs(last: ConnectionOutcome, runtime: Runtime): number {
    this.#failures = last === 'lasting' ? 0 : this.#failures + 1
    const retryMs = this.#retryMs ?? 0
    const isPolled = last === 'brief' && this.#hasMoved
    this.#hasMoved = false
    if (last !== 'failed' && retryMs >= politeRetryMs) return retryMs
    return Math.max(retryMs, backoffMs(this.#failures, runtime, isPolled ? pollMaxMs : undefined))
  }
}

/** The outcome of one connection: a stream that lasted, a stream that soon ended, or no stream. */
export type ConnectionOutcome = 'lasting' | 'brief' | 'failed'

const minRetryMs = 100
const maxRetryMs = 300_000
/** Polling no more often than this needs no other bound. */
const politeRetryMs = 1_000
/** The longest time between connections that bring new events. */
const pollMaxMs = 5_000
const remembered = 1_024
