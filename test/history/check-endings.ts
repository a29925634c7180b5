import type { CloseEvent, HistoryEvent } from './history-event.js'
import type { Violation } from './violation.js'

/** What begins, ends; and nothing of an owner happens once its close settled. */
export function checkEndings(events: readonly HistoryEvent[]): readonly Violation[] {
  const lives = new Lives()
  const closes = new Closes(lives)
  const found: Violation[] = []
  for (const event of events) {
    found.push(...closes.check(event), ...lives.check(event))
    if (event.kind !== 'finished') continue
    for (const begun of lives.open()) found.push(ending(`all ends, and ${nameOf(begun)} did not`, begun))
    for (const begun of closes.open()) found.push(ending(`close of ${begun.owner} settles, and did not`, begun))
  }
  return found
}

/** What has begun and not ended. */
class Lives {
  readonly #open = new Map<string, HistoryEvent>()
  readonly #seen = new Map<string, HistoryEvent>()

  check(event: HistoryEvent): readonly Violation[] {
    const name = nameOf(event)
    if (name === undefined) return []
    const earlier = this.#seen.get(name)
    if (begins(event)) {
      this.#seen.set(name, event)
      this.#open.set(name, event)
      return earlier === undefined ? [] : [ending(`${name} begins once, and began again`, earlier, event)]
    }
    if (this.#open.delete(name) || event.kind === 'operation-ended') return [] // judged by its answers
    return [
      ending(`${name} ends once, after it began, and did not`, ...(earlier === undefined ? [] : [earlier]), event),
    ]
  }

  open(owner?: string): readonly HistoryEvent[] {
    const open = [...this.#open.values()]
    return owner === undefined
      ? open.filter(({ kind }) => kind !== 'operation-started')
      : open.filter((event) => event.owner === owner)
  }
}

class Closes {
  readonly #lives: Lives
  readonly #begun = new Map<string, CloseEvent[]>()
  readonly #settled = new Map<string, CloseEvent>()

  constructor(lives: Lives) {
    this.#lives = lives
  }

  check(event: HistoryEvent): readonly Violation[] {
    if (event.kind === 'close-begun') {
      this.#begun.set(event.owner, [...(this.#begun.get(event.owner) ?? []), event])
      return []
    }
    if (event.kind === 'close-settled') return this.#settle(event)
    const settled = event.owner === undefined ? undefined : this.#settled.get(event.owner)
    if (settled === undefined || event.kind === 'note' || event.kind === 'sample') return []
    return [ending(`close of ${settled.owner} settles last, and something happened after it`, settled, event)]
  }

  open(): readonly CloseEvent[] {
    return [...this.#begun.values()].flat()
  }

  #settle(event: CloseEvent): readonly Violation[] {
    const begun = this.#begun.get(event.owner)?.shift()
    this.#settled.set(event.owner, event)
    if (begun === undefined)
      return [ending(`close of ${event.owner} settles once for each call, and settled again`, event)]
    return this.#lives
      .open(event.owner)
      .map((open) => ending(`close of ${event.owner} settles last, and ${nameOf(open)} had not ended`, open, event))
  }
}

function begins({ kind }: HistoryEvent): boolean {
  return kind === 'opened' || kind === 'handler-started' || kind === 'acquired' || kind === 'operation-started'
}

/** What begins or ends with an event, where something does. */
function nameOf(event: HistoryEvent): string | undefined {
  switch (event.kind) {
    case 'opened':
    case 'closed':
      return `connection ${event.connection}`
    case 'handler-started':
    case 'handler-ended':
      return `run ${event.run}`
    case 'acquired':
    case 'released':
      return event.resource
    case 'operation-started':
    case 'operation-ended':
      return `operation ${event.party}/${event.operation}`
    default:
      return undefined
  }
}

function ending(text: string, ...events: readonly HistoryEvent[]): Violation {
  return { promise: 'all-ends', text, events }
}
