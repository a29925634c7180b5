import type { Runtime } from '../../../async/runtime/runtime.js'
import { backoffMs } from '../../../async/waiting/backoff.js'
import type { ReceivedEvent } from '../read-events.js'

/** The position in one stream, over its connections. spec: 2025-11-25 basic/transports#resumability-and-redelivery */
export class StreamPosition {
  #lastId: string | undefined
  #retryMs: number | undefined
  #failures = 0
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
   * The time before the next connection. A server that closes streams to be polled says by `retry` when to come back, and is
   * obeyed from a second on. Else the time grows with each connection in a row that did not last, whatever it brought.
   */
  delayMs(last: ConnectionOutcome, runtime: Runtime): number {
    this.#failures = last === 'lasting' ? 0 : this.#failures + 1
    const retryMs = this.#retryMs ?? 0
    if (last !== 'failed' && retryMs >= politeRetryMs) return retryMs
    return Math.max(retryMs, backoffMs(this.#failures, runtime, last === 'failed' ? undefined : briefMaxMs))
  }
}

/** The outcome of one connection: a stream that lasted, a stream that soon ended, or no stream. */
export type ConnectionOutcome = 'lasting' | 'brief' | 'failed'

const minRetryMs = 100
const maxRetryMs = 300_000
/** Polling no more often than this needs no other bound. */
const politeRetryMs = 1_000
/** The longest time between connections to a server that closes its streams soon. */
const briefMaxMs = 5_000
const remembered = 1_024
