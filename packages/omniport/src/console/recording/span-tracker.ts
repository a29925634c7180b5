import type { RecordedLine } from '../../entries/protocol.js'
import type { ConsoleEvent, MessageRecord, Span } from '../contract.js'

export interface SpanTrackerOptions {
  readonly publish: (event: ConsoleEvent) => void
  /** Returns the span of the work that a request belongs to, if that is known. */
  readonly parentOf: (request: MessageRecord, line: RecordedLine) => Pick<Span, 'id' | 'operation'> | undefined
  /** Default: 2,000. */
  readonly maxSpans?: number | undefined
}

interface OpenRequest {
  readonly span: string
  readonly seq: number
  readonly at: number
  readonly method: string | undefined
  readonly name: string | undefined
}

type Pairing = Partial<Pick<MessageRecord, 'span' | 'ms' | 'method' | 'name'>>

/** Pairs requests with responses, and holds what took time. The oldest spans are dropped. */
export class SpanTracker {
  readonly #options: SpanTrackerOptions
  readonly #spans = new Map<string, Span>()
  readonly #open = new Map<string, OpenRequest>()
  #changed = new Set<string>()
  #count = 0

  constructor(options: SpanTrackerOptions) {
    this.#options = options
  }

  get all(): readonly Span[] {
    return [...this.#spans.values()]
  }

  get(id: string): Span | undefined {
    return this.#spans.get(id)
  }

  childrenOf(id: string): readonly Span[] {
    return this.all.filter(({ parent }) => parent === id)
  }

  /** Starts a span. Returns its id. */
  start(span: Omit<Span, 'id'>): string {
    this.#count += 1
    const id = `s${this.#count}`
    this.#set({ ...span, id })
    const { maxSpans = 2_000 } = this.#options
    if (this.#spans.size > maxSpans) this.#spans.delete(this.#spans.keys().next().value ?? id)
    return id
  }

  update(id: string, change: Partial<Omit<Span, 'id'>>): void {
    const span = this.#spans.get(id)
    if (span !== undefined) this.#set({ ...span, ...change })
  }

  /** Takes a message into account. Returns what it says of the record. */
  observe(record: MessageRecord, line: RecordedLine): Pairing {
    if (record.kind === 'request') return this.#onRequest(record, line)
    if (record.kind === 'response' || record.kind === 'error') return this.#onResponse(record)
    if (record.kind === 'event' && line.transport === 'stdio' && line.end === 'exit') this.#onEnd(record)
    return {}
  }

  /** Tells the page of the spans that changed. */
  publish(): void {
    if (this.#changed.size === 0) return
    const spans = [...this.#changed].flatMap((id) => this.#spans.get(id) ?? [])
    this.#changed = new Set()
    this.#options.publish({ type: 'spans', spans })
  }

  clear(): void {
    for (const [id, { end }] of this.#spans) if (end !== undefined) this.#spans.delete(id)
  }

  #onRequest(record: MessageRecord, line: RecordedLine): Pairing {
    const { server, from, method, name, at, seq } = record
    const parent = this.#options.parentOf(record, line)
    const span = this.start({
      server,
      kind: 'request',
      from,
      title: [method, name].filter((part) => part !== undefined).join(' '),
      start: at,
      firstSeq: seq,
      lastSeq: seq,
      ...(parent !== undefined && { parent: parent.id }),
      ...(parent?.operation !== undefined && { operation: parent.operation }),
    })
    if (parent !== undefined) this.#extend(parent.id, seq)
    this.#open.set(keyOf(record, from), { span, seq, at, method, name })
    if (this.#open.size > maxOpen) this.#open.delete(this.#open.keys().next().value ?? '')
    return { span }
  }

  #onResponse(record: MessageRecord): Pairing {
    const key = keyOf(record, record.from === 'client' ? 'server' : 'client')
    const open = this.#open.get(key)
    if (open === undefined) return {}
    this.#open.delete(key)
    const { span, at, method, name } = open
    const outcome = record.kind === 'error' ? 'error' : record.isFailure ? 'tool-error' : 'ok'
    this.update(span, { end: record.at, outcome, lastSeq: record.seq })
    const parent = this.#spans.get(span)?.parent
    if (parent !== undefined) this.#extend(parent, record.seq)
    return {
      span,
      ms: Math.round((record.at - at) * 1_000) / 1_000,
      ...(method !== undefined && { method }),
      ...(name !== undefined && { name }),
    }
  }

  /** Requests of a program that has ended get no response. */
  #onEnd({ server, connection, at, seq }: MessageRecord): void {
    const start = `${server} ${connection} `
    for (const [key, { span }] of this.#open) {
      if (!key.startsWith(start)) continue
      this.#open.delete(key)
      this.update(span, { end: at, outcome: 'error', lastSeq: seq })
    }
  }

  #extend(id: string, seq: number): void {
    const span = this.#spans.get(id)
    if (span !== undefined) this.#set({ ...span, firstSeq: span.firstSeq ?? seq, lastSeq: seq })
  }

  #set(span: Span): void {
    this.#spans.set(span.id, span)
    this.#changed.add(span.id)
  }
}

function keyOf({ server, connection, id }: MessageRecord, from: 'client' | 'server'): string {
  return `${server} ${connection} ${from} ${id}`
}

const maxOpen = 10_000
