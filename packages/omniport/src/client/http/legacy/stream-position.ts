import type { Runtime } from '../../../async/runtime/runtime.js'
import { backoffMs } from '../../../async/waiting/backoff.js'
import type { ReceivedEvent } from '../read-events.js'

/**
 * How far one stream was read, over all its connections, and when to come back to it.
 *
 * spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
export class StreamPosition {
  #lastId: string | undefined
  #retryMs: number | undefined
  readonly #seen = new Set<string>()

  /** What a new connection names to get the events after it; undefined while there is nothing to name. */
  get lastId(): string | undefined {
    return this.#lastId
  }

  /** Takes note of an event. False: it was taken before. */
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

  /** The server wants to be left alone for that long. */
  readonly onRetry = (ms: number): void => {
    this.#retryMs = Math.min(Math.max(ms, minRetryMs), maxRetryMs)
  }

  /** What was read counts no more: the server does not know it. */
  forget(): void {
    this.#lastId = undefined
  }

  /** How long to wait before the next connection, after so many in a row that failed, and so many that gave nothing. */
  delayMs({ failed, empty }: Attempts, runtime: Runtime): number {
    if (this.#retryMs === undefined) return backoffMs(failed + empty, runtime)
    return failed === 0 ? this.#retryMs : Math.max(this.#retryMs, backoffMs(failed, runtime))
  }
}

/** Connections in a row that did not help. */
export interface Attempts {
  readonly failed: number
  readonly empty: number
}

const minRetryMs = 100
const maxRetryMs = 300_000
const remembered = 1_024

/** A text that was cut out of another keeps all of that in memory, and events may be large. */
function copyOf(id: string): string {
  return JSON.parse(JSON.stringify(id)) as string // what a string is written as
}
