import type { RecordedLine } from '../../entries/protocol.js'
import type { ConsoleEvent, Json, MessageDetail, MessagePage, MessageRecord } from '../contract.js'
import { readMessage } from './read-message.js'
import type { SpanTracker } from './span-tracker.js'
import { Spool, type SpoolPosition } from './spool.js'

export interface TimelineOptions {
  readonly publish: (event: ConsoleEvent) => void
  readonly spans: SpanTracker
  /** Default: 100,000. */
  readonly maxMessages?: number | undefined
  readonly spool?: Spool | undefined
}

/** A line of a recording, as it came. */
export interface TimelineLine {
  readonly server: string
  /** When its recording began. */
  readonly startedAt: number
  readonly line: RecordedLine
  /** The line as text, with its line feed. */
  readonly text: string
  readonly isAuth: boolean
}

/** All messages of all servers, in their order: in short in memory, whole on disk. The oldest are dropped. */
export class Timeline {
  readonly #options: TimelineOptions
  readonly #spool: Spool
  readonly #maxMessages: number
  #records: MessageRecord[] = []
  #positions: SpoolPosition[] = []
  #firstSeq = 1
  #unpublished: MessageRecord[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(options: TimelineOptions) {
    this.#options = options
    this.#spool = options.spool ?? new Spool()
    this.#maxMessages = options.maxMessages ?? 100_000
  }

  get firstSeq(): number {
    return this.#firstSeq
  }

  get lastSeq(): number {
    return this.#firstSeq + this.#records.length - 1
  }

  get bytes(): number {
    return this.#spool.bytes
  }

  add({ server, startedAt, line, text, isAuth }: TimelineLine): MessageRecord {
    const seq = this.lastSeq + 1
    const facts = readMessage(line)
    const draft: MessageRecord = {
      seq,
      at: Math.round((startedAt + line.ms) * 1_000) / 1_000,
      server,
      connection: line.connection,
      ...(line.exchange !== undefined && { exchange: line.exchange }),
      transport: line.transport,
      from: line.from,
      bytes: line.bytes ?? 0,
      ...(isAuth && { isAuth }),
      ...facts,
    }
    const record = { ...draft, ...this.#options.spans.observe(draft, line) }
    this.#records.push(record)
    this.#positions.push(this.#spool.append(text))
    this.#drop()
    this.#publishSoon(record)
    return record
  }

  page(range: { readonly after?: number; readonly before?: number; readonly limit: number }): MessagePage {
    const { after = this.#firstSeq - 1, before, limit } = range
    const end = before === undefined ? undefined : Math.max(0, before - this.#firstSeq)
    const start = end === undefined ? Math.max(0, after + 1 - this.#firstSeq) : Math.max(0, end - limit)
    const records = this.#records.slice(start, end === undefined ? start + limit : end)
    return { records, firstSeq: this.#firstSeq, lastSeq: this.lastSeq }
  }

  /** Undefined if the message was dropped. */
  detail(seq: number, isWhole: boolean): MessageDetail | undefined {
    const record = this.#records[seq - this.#firstSeq]
    const position = this.#positions[seq - this.#firstSeq]
    const text = position && this.#spool.read(position)
    if (record === undefined || text === undefined) return undefined
    const line = JSON.parse(text) as RecordedLine // a recorder wrote it
    return { record, ...headOf(line), ...contentOf(line, isWhole), related: this.#related(record) }
  }

  /** The lines of one server as they were recorded, without the first line of the recording. */
  *lines(server: string): Generator<string> {
    for (let seq = this.#firstSeq; seq <= this.lastSeq; seq += 1) {
      const at = seq - this.#firstSeq
      const position = this.#records[at]?.server === server ? this.#positions[at] : undefined
      const text = position && this.#spool.read(position)
      if (text !== undefined) yield text
    }
  }

  records(first: number, last: number): readonly MessageRecord[] {
    return this.#records.slice(Math.max(0, first - this.#firstSeq), Math.max(0, last + 1 - this.#firstSeq))
  }

  clear(): void {
    const next = this.lastSeq + 1
    this.#records = []
    this.#positions = []
    this.#unpublished = []
    this.#firstSeq = next
    this.#options.publish({ type: 'messages-dropped', firstSeq: next })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#spool.close()
  }

  #related({ seq, server, connection, exchange, id, isAuth }: MessageRecord): readonly number[] {
    const near = this.records(seq - relatedRange, seq + relatedRange)
    const isRelated = (other: MessageRecord) =>
      other.seq !== seq &&
      other.server === server &&
      other.isAuth === isAuth &&
      ((exchange !== undefined && other.exchange === exchange) ||
        (id !== undefined && other.id === id && other.connection === connection))
    return near.filter(isRelated).map((other) => other.seq)
  }

  #drop(): void {
    const oldest = this.#spool.firstSegment
    let count = this.#records.length > this.#maxMessages + dropCount ? this.#records.length - this.#maxMessages : 0
    while ((this.#positions[count]?.segment ?? oldest) < oldest) count += 1
    if (count === 0) return
    this.#records = this.#records.slice(count)
    this.#positions = this.#positions.slice(count)
    this.#firstSeq += count
    this.#publishNow()
    this.#options.publish({ type: 'messages-dropped', firstSeq: this.#firstSeq })
  }

  /** Many messages are one event. */
  #publishSoon(record: MessageRecord): void {
    this.#unpublished.push(record)
    if (this.#unpublished.length >= maxBatch) this.#publishNow()
    else this.#timer ??= setTimeout(() => this.#publishNow(), batchMs)
  }

  #publishNow(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#unpublished.length === 0) return
    const records = this.#unpublished
    this.#unpublished = []
    this.#options.publish({ type: 'messages', records })
    this.#options.spans.publish()
  }
}

function headOf({ request, status, headers }: RecordedLine): Pick<MessageDetail, 'http'> {
  if (request === undefined && status === undefined) return {}
  return { http: { ...request, ...(status !== undefined && { status }), ...(headers !== undefined && { headers }) } }
}

function contentOf(line: RecordedLine, isWhole: boolean): Partial<MessageDetail> {
  const gone = line.cut === true ? { isGone: true } : {}
  if (line.base64 !== undefined) return { ...cutText(line.base64, isWhole, 'base64'), ...gone }
  if (line.message === undefined) return { ...cutText(line.text, isWhole, 'text'), ...gone }
  const json = JSON.stringify(line.message)
  if (!isWhole && json.length > shownCharacters) return { text: json.slice(0, shownCharacters), isCut: true }
  return { message: line.message as Json } // parsed from JSON
}

function cutText(text: string | undefined, isWhole: boolean, name: 'text' | 'base64'): Partial<MessageDetail> {
  if (text === undefined) return {}
  const isCut = !isWhole && text.length > shownCharacters
  return { [name]: isCut ? text.slice(0, shownCharacters) : text, ...(isCut && { isCut }) }
}

const shownCharacters = 65_536
/** Messages of one exchange are near each other. */
const relatedRange = 2_000
const dropCount = 1_000
const maxBatch = 500
const batchMs = 30
