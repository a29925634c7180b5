import type { HistoryEvent } from './history-event.js'

/**
 * Everything that happened in a run, in order. Several ends and processes may record into one; events that come from another
 * process as JSON lines are recorded like any other.
 */
export class History {
  readonly #events: HistoryEvent[] = []
  readonly #now: (() => number) | undefined

  /** `now` dates the events that carry no time of their own. Default: they have none. */
  constructor(now?: () => number) {
    this.#now = now
  }

  get events(): readonly HistoryEvent[] {
    return this.#events
  }

  record(event: HistoryEvent): void {
    const { at = this.#now?.() } = event
    this.#events.push(at === undefined ? event : { ...event, at })
  }

  /** One event a line, as JSON; `parse` reads it. */
  toText(): string {
    return this.#events.map((event) => `${JSON.stringify(event)}\n`).join('')
  }

  /** Reads what `toText` wrote. @throws SyntaxError when it is not JSON. */
  static parse(text: string): History {
    const history = new History()
    for (const line of text.split('\n')) {
      if (line !== '') history.record(JSON.parse(line) as HistoryEvent) // as toText wrote it
    }
    return history
  }
}
