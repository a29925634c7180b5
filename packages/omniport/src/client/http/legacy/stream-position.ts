import type { Runtime } from '../../../async/runtime/runtime.js'
import { backoffMs } from '../../../async/waiting/backoff.js'
import type { ReceivedEvent } from '../read-events.js'

/** The position in one stream, over its connections. spec: 2025-11-25 basic/transports#resumability-and-redelivery */
export class StreamPosition {
  #lastId: string | undefined
  #retryMs: number | undefined
  #failed = 0
  #empty = 0
  readonly #seen = new Set<string>()

  /** The id that a new connection sends to get the events after it. Undefined: no event had an id. */
  get lastId(): string | undefined {
    return this.#lastId
  }

  /** Stores the position. Returns false for an event that was received before. */
  readonly accept = (event: ReceivedEvent): boolean => {
    if (event.id === undefined) return true
    if (this.#seen.has(event.id)) return false
    const id = copyOf(event.id)
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

  /** The time before the next connection, which grows with each connection in a row that failed or brought no event. */
  delayMs(last: ConnectionOutcome | undefined, runtime: Runtime): number {
    this.#failed = last === 'failed' ? this.#failed + 1 : 0
    this.#empty = last === 'empty' ? this.#empty + 1 : 0
    if (this.#retryMs === undefined) return backoffMs(this.#failed + this.#empty, runtime)
    return this.#failed === 0 ? this.#retryMs : Math.max(this.#retryMs, backoffMs(this.#failed, runtime))
  }
}

/** The outcome of one connection: `empty` is one that brought no event. */
export type ConnectionOutcome = 'received' | 'empty' | 'failed'

const minRetryMs = 100
const maxRetryMs = 300_000
const remembered = 1_024

/** Copies an id: as a substring it would keep the whole event in memory. */
function copyOf(id: string): string {
  return JSON.parse(JSON.stringify(id)) as string // what a string is written as
}
