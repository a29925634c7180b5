import { OmniportError } from '../jsonrpc/omniport-error.js'
import type { LoggedEvent } from './event-log.js'
import type { KeptEvent } from './kept-event.js'
import type { Linked } from './recency-list.js'

/** How a stream in memory is made. */
export interface MemoryStreamOptions {
  readonly name: string
  /** What its ids begin with, which no other stream of the log ever has. */
  readonly prefix: string
  /** What is held beyond what is kept, for readers that are behind. */
  readonly lagBytes: number
  /** Where the stream adds up what it holds, with all others. */
  readonly total: { bytes: number }
}

/** Where somebody is in a stream. Only the stream writes it, but for `wake`. */
export interface StreamReader {
  /** Of the event that comes next. */
  position: number
  isDone: boolean
  /** Called when there may be something to read, or nothing any more. */
  wake: () => void
}

/**
 * The events of one stream and who reads them. What is dropped is gone for newcomers; readers that have not had it yet
 * still get it, unless they are too far behind. When to drop is the log's business.
 */
export class MemoryStream implements Linked<MemoryStream> {
  older: MemoryStream | undefined
  newer: MemoryStream | undefined
  readonly name: string
  /** When the last event was appended. */
  appendedAt = 0
  readonly #prefix: string
  readonly #lagBytes: number
  readonly #total: { bytes: number }
  /** By position: those from `#held` up to `#end` are there. */
  readonly #events = new Map<number, KeptEvent>()
  readonly #readers = new Set<StreamReader>()
  #held = 0
  /** The first position for newcomers. */
  #first = 0
  #end = 0
  #bytes = 0
  #behindBytes = 0

  constructor({ name, prefix, lagBytes, total }: MemoryStreamOptions) {
    this.name = name
    this.#prefix = prefix
    this.#lagBytes = lagBytes
    this.#total = total
  }

  /** How many events are kept. */
  get size(): number {
    return this.#end - this.#first
  }

  /** Bytes of the events that are kept. */
  get bytes(): number {
    return this.#bytes
  }

  get isRead(): boolean {
    return this.#readers.size > 0
  }

  append(event: KeptEvent): string {
    const position = this.#end++
    this.#events.set(position, event)
    this.#bytes += event.bytes
    this.#total.bytes += event.bytes
    for (const reader of this.#readers) reader.wake()
    return this.#prefix + position
  }

  /** Drops the oldest event. */
  drop(): void {
    const bytes = this.#events.get(this.#first++)?.bytes ?? 0
    this.#bytes -= bytes
    this.#behindBytes += bytes
    this.#release()
  }

  /** Drops all events, for readers too. */
  clear(): void {
    while (this.#held < this.#end) this.#total.bytes -= this.#delete(this.#held++)
    this.#first = this.#end
    this.#bytes = 0
    this.#behindBytes = 0
  }

  /** A reader of what comes after the event with that id. @throws OmniportError `limit` when that is not all there. */
  enter(after: string | undefined): StreamReader {
    const position = after === undefined ? this.#first : this.#positionOf(after) + 1
    if (position < this.#first) throw this.#goneError()
    const reader = { position, isDone: false, wake: () => {} }
    this.#readers.add(reader)
    return reader
  }

  /** The next event for a reader; undefined: there is none yet. @throws OmniportError `limit` when it is gone. */
  next(reader: StreamReader): LoggedEvent | undefined {
    if (reader.position < this.#held) throw this.#goneError()
    const event = this.#events.get(reader.position)
    if (event === undefined) return undefined
    const id = this.#prefix + reader.position++
    this.#release()
    return { id, event: event.value }
  }

  leave(reader: StreamReader): void {
    this.#readers.delete(reader)
    this.#release()
    reader.isDone = true
    reader.wake()
  }

  /** Lets all readers go. */
  dismiss(): void {
    for (const reader of this.#readers) this.leave(reader)
  }

  /** Lets go of what was dropped and nobody waits for, or is too much. */
  #release(): void {
    if (this.#held === this.#first) return
    let needed = this.#first
    for (const { position } of this.#readers) needed = Math.min(needed, position)
    while (this.#held < needed || this.#behindBytes > this.#lagBytes) {
      const bytes = this.#delete(this.#held++)
      this.#behindBytes -= bytes
      this.#total.bytes -= bytes
    }
  }

  /** How many bytes that frees. */
  #delete(position: number): number {
    const bytes = this.#events.get(position)?.bytes ?? 0
    this.#events.delete(position)
    return bytes
  }

  #goneError(): OmniportError {
    return new OmniportError('limit', `event log: events of ${JSON.stringify(this.name)} that were asked for are gone`)
  }

  /** No position there is for an id that is none of this stream. */
  #positionOf(id: string): number {
    const position = id.startsWith(this.#prefix) ? Number(id.slice(this.#prefix.length)) : Number.NaN
    const isKnown = position >= 0 && position < this.#end && id === this.#prefix + position
    return isKnown ? position : Number.NEGATIVE_INFINITY
  }
}
