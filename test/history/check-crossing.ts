import type { HandlerStarted, HistoryEvent, MessageEvent, Opened } from './history-event.js'
import { type Tag, tagsIn } from './tag.js'
import type { Violation } from './violation.js'

/** What belongs to a party, a session or a stream is nowhere else. */
export function checkCrossing(events: readonly HistoryEvent[]): readonly Violation[] {
  const parties = new Parties()
  const streams = new Streams()
  return events.flatMap((event): readonly Violation[] => {
    if (event.kind === 'opened') return parties.open(event)
    if (event.kind === 'handler-started') return parties.checkHandler(event)
    if (event.kind === 'sent' || event.kind === 'received') return [...parties.check(event), ...streams.check(event)]
    if (event.kind === 'shared-stream') streams.share(event.stream, event.operations ?? [])
    if (event.kind !== 'heard' && event.kind !== 'operation-ended') return []
    const foreign = tagsIn(event.value).find(
      ({ party, operation }) => party !== event.party || operation !== event.operation,
    )
    if (foreign === undefined) return []
    const text = `${event.party}/${event.operation} gets only what is its own, and got something of ${describeEvent(foreign)}`
    return [crossing(text, event)]
  })
}

/** Who uses which connection, as whom, in which sessions. */
class Parties {
  readonly #ofConnection = new Map<string, Opened>()
  readonly #principals = new Map<string, Opened>()
  readonly #ofSession = new Map<string, HandlerStarted>()

  open(event: Opened): readonly Violation[] {
    const first = this.#principals.get(event.party) ?? event
    this.#principals.set(event.party, first)
    this.#ofConnection.set(event.connection, event)
    if (first.principal === event.principal) return []
    return [crossing(`a party is one principal, and ${event.party} is two`, first, event)]
  }

  check(event: MessageEvent): readonly Violation[] {
    const opened = this.#ofConnection.get(event.connection)
    if (opened === undefined) return [crossing(`${event.connection} carries messages, and was never opened`, event)]
    const foreign = tagsIn(event.message).find(({ party }) => party !== opened.party)
    if (foreign === undefined) return []
    const text = `${event.connection} carries what belongs to ${opened.party}, and carried something of ${describeEvent(foreign)}`
    return [crossing(text, opened, event)]
  }

  checkHandler(event: HandlerStarted): readonly Violation[] {
    const opened = this.#principals.get(event.party)
    const found: Violation[] = []
    if (opened !== undefined && opened.principal !== event.principal)
      found.push(crossing(`a handler sees who calls, and ${event.run} saw ${event.principal}`, opened, event))
    if (event.session === undefined) return found
    const first = this.#ofSession.get(event.session) ?? event
    this.#ofSession.set(event.session, first)
    if (first.party !== event.party)
      found.push(crossing(`a session belongs to one party, and ${event.session} served two`, first, event))
    return found
  }
}

/** Which operations each stream belongs to: those that its client sent on it, or the first that is seen there. */
class Streams {
  readonly #operations = new Map<string, { readonly names: Set<string>; readonly first: MessageEvent | undefined }>()

  share(stream: string, operations: readonly string[]): void {
    this.#operations.set(stream, { names: new Set(operations), first: undefined })
  }

  check(event: MessageEvent): readonly Violation[] {
    const { stream, by, message } = event
    const tags = stream === undefined ? [] : tagsIn(message)
    if (stream === undefined || tags.length === 0) return []
    const known = this.#operations.get(stream) ?? { names: new Set(), first: event }
    this.#operations.set(stream, known)
    if (by === 'client' || (known.first !== undefined && known.names.size === 0)) {
      for (const { operation } of tags) known.names.add(operation)
      return []
    }
    const foreign = tags.find(({ operation }) => !known.names.has(operation))
    if (foreign === undefined) return []
    const own = [...known.names].join(', ') || 'no operation'
    const shown = known.first === undefined ? [event] : [known.first, event]
    return [crossing(`stream ${stream} is of ${own}, and carried something of ${describeEvent(foreign)}`, ...shown)]
  }
}

function crossing(text: string, ...events: readonly HistoryEvent[]): Violation {
  return { promise: 'no-crossing', text, events }
}

function describeEvent({ party, operation }: Tag): string {
  return `${party}/${operation}`
}
