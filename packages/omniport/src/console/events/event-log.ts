import type { ConsoleEvent, StreamLine } from '../contract.js'

/** One event as a line of the stream. */
export interface LoggedEvent {
  readonly cursor: number
  readonly line: string
}

/** The last events, each under a number. Forgets the oldest ones, so that memory is bounded. */
export class EventLog {
  readonly #maxEvents: number
  readonly #maxCharacters: number
  readonly #listeners = new Set<() => void>()
  #events: LoggedEvent[] = []
  #characters = 0
  #cursor = 0

  constructor({ maxEvents = 10_000, maxCharacters = 16_777_216 } = {}) {
    this.#maxEvents = maxEvents
    this.#maxCharacters = maxCharacters
  }

  /** The number of the last event. */
  get cursor(): number {
    return this.#cursor
  }

  add(event: ConsoleEvent): void {
    this.#cursor += 1
    const entry: StreamLine = { type: 'event', cursor: this.#cursor, event }
    const line = `${JSON.stringify(entry)}\n`
    this.#events.push({ cursor: this.#cursor, line })
    this.#characters += line.length
    this.#shorten()
    for (const listener of this.#listeners) listener()
  }

  /** At most `max` events after a cursor, oldest first. Undefined if some of them are forgotten, or the cursor is of another log. */
  after(cursor: number, max = 256): readonly LoggedEvent[] | undefined {
    const first = this.#events[0]?.cursor ?? this.#cursor + 1
    if (cursor > this.#cursor || cursor < first - 1) return undefined
    const start = cursor - first + 1
    return this.#events.slice(start, start + max)
  }

  /** Calls `listener` after each event. Returns a function that removes it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Forgets a fourth at once, since removing the first of many costs as much as removing them all. */
  #shorten(): void {
    if (this.#events.length <= this.#maxEvents && this.#characters <= this.#maxCharacters) return
    const keep = Math.ceil(this.#events.length * (3 / 4)) - 1
    this.#events = keep <= 0 ? [] : this.#events.slice(-keep)
    this.#characters = this.#events.reduce((sum, { line }) => sum + line.length, 0)
  }
}
