import type { Gap, HistoryEvent, MessageEvent, Notified, OperationEnded, Received } from './history-event.js'
import { type Tag, tagsIn } from './tag.js'
import type { Violation } from './violation.js'

/** What can be resumed arrives once, in order and without a gap that nobody was told of. */
export function checkResume(events: readonly HistoryEvent[]): readonly Violation[] {
  return [...checkStreams(events), ...checkNotified(events)]
}

/** By the event ids of each stream: what its server sent, in its order, against what its client received. */
function checkStreams(events: readonly HistoryEvent[]): readonly Violation[] {
  const streams = new Map<string, Stream>()
  const found: Violation[] = []
  const streamOf = (name: string): Stream => {
    const stream = streams.get(name) ?? new Stream(name)
    streams.set(name, stream)
    return stream
  }
  for (const event of events) {
    if (event.kind === 'gap') streamOf(event.stream).gap()
    if ((event.kind !== 'sent' && event.kind !== 'received') || event.by !== 'server') continue
    if (event.stream === undefined || event.eventId === undefined) continue
    const stream = streamOf(event.stream)
    found.push(...(event.kind === 'sent' ? stream.send(event) : stream.receive(event)))
  }
  return found
}

class Stream {
  readonly #name: string
  readonly #sent = new Map<string, { readonly index: number; readonly event: MessageEvent }>()
  readonly #received = new Map<string, MessageEvent>()
  #last: MessageEvent | undefined
  #lastIndex = -1
  #notifiedOfGap = false

  constructor(name: string) {
    this.#name = name
  }

  gap(): void {
    this.#notifiedOfGap = true
  }

  send(event: MessageEvent): readonly Violation[] {
    const id = String(event.eventId)
    const first = this.#sent.get(id)
    if (first === undefined) this.#sent.set(id, { index: this.#sent.size, event })
    return first === undefined ? [] : this.#differing(first.event, event)
  }

  receive(event: MessageEvent): readonly Violation[] {
    const id = String(event.eventId)
    const earlier = this.#received.get(id)
    if (earlier !== undefined)
      return [resume(`event ${id} of ${this.#name} arrives once, and came again`, earlier, event)]
    this.#received.set(id, event)
    const sent = this.#sent.get(id)
    if (sent === undefined) {
      if (this.#sent.size === 0) return [] // only one end is seen
      return [resume(`event ${id} of ${this.#name} arrived, and was never sent`, event)]
    }
    const before = this.#last === undefined ? [] : [this.#last]
    const expected = this.#lastIndex + 1
    const isGap = sent.index > expected && !this.#notifiedOfGap
    const isBack = sent.index < expected
    this.#last = event
    this.#lastIndex = Math.max(sent.index, this.#lastIndex)
    this.#notifiedOfGap = false
    const differing = this.#differing(sent.event, event)
    if (isBack)
      return [...differing, resume(`events of ${this.#name} arrive in order, and ${id} came late`, ...before, event)]
    if (!isGap) return differing
    const text = `no event of ${this.#name} is missing in silence, and ${sent.index - expected} are before ${id}`
    return [...differing, resume(text, ...this.#between(expected, sent.index), event)]
  }

  #between(from: number, to: number): readonly MessageEvent[] {
    return [...this.#sent.values()].slice(from, to).map(({ event }) => event)
  }

  #differing(first: MessageEvent, event: MessageEvent): readonly Violation[] {
    if (JSON.stringify(first.message) === JSON.stringify(event.message)) return []
    return [resume(`event ${event.eventId} of ${this.#name} is one message, and is two`, first, event)]
  }
}

/** By the numbers in tags: what each handler told against what its user heard. */
function checkNotified(events: readonly HistoryEvent[]): readonly Violation[] {
  const accounts = new Map<string, Account>()
  const ended = new Map<string, OperationEnded>()
  const found: Violation[] = []
  const isAnyLeftOut = events.some(({ kind }) => kind === 'left-out')
  const sent = isAnyLeftOut ? numbersSent(events) : undefined
  for (const event of events) {
    if (event.kind === 'operation-ended') ended.set(`${event.party}/${event.operation}`, event)
    if (event.kind !== 'told' && event.kind !== 'heard') continue
    const name = JSON.stringify([`${event.party}/${event.operation}`, event.what])
    const account = accounts.get(name) ?? { notified: [], observed: [], last: 0 }
    accounts.set(name, account)
    if (event.kind === 'told') account.notified.push(event)
    else found.push(...receive(account, event))
  }
  for (const { notified, observed } of accounts.values()) {
    const [first] = notified
    const end = first && ended.get(`${first.party}/${first.operation}`)
    if (end?.outcome !== 'result') continue
    const arrived = new Set(observed.flatMap(({ value }) => tagsIn(value).map(({ number }) => number)))
    const missing = notified.filter((one) => !arrived.has(one.number) && sent?.has(nameOf(one)) !== false)
    if (missing.length === 0) continue
    const text = `all ${end.party}/${end.operation} was told arrives before its result, and ${missing.length} did not`
    found.push(resume(text, ...missing, end))
  }
  return found
}

/** What left a server at all. */
function numbersSent(events: readonly HistoryEvent[]): ReadonlySet<string> {
  const messages = events.flatMap((event) => (event.kind === 'sent' && event.by === 'server' ? [event.message] : []))
  return new Set(messages.flatMap((message) => tagsIn(message).map(nameOf)))
}

function nameOf({ party, operation, number }: Tag): string {
  return `${party}/${operation}/${number}`
}

interface Account {
  readonly notified: Notified[]
  readonly observed: Received[]
  /** The highest number heard. */
  last: number
}

function receive(account: Account, event: Received): readonly Violation[] {
  const before = account.observed.at(-1)
  account.observed.push(event)
  return tagsIn(event.value).flatMap(({ number }) => {
    if (number === undefined) return []
    const isLater = number > account.last
    account.last = Math.max(account.last, number)
    if (isLater) return []
    const text = `${event.party}/${event.operation} hears each ${event.what} once and in order, and ${number} came late or again`
    return [resume(text, ...(before === undefined ? [] : [before]), event)]
  })
}

function resume(
  text: string,
  ...events: readonly (MessageEvent | Gap | Received | Notified | OperationEnded)[]
): Violation {
  return { promise: 'exact-resume', text, events }
}
