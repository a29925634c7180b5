import { OmniportError } from '../../values/errors/omniport-error.js'
import type { LruNode } from '../../values/maps/lru-list.js'
import type { LoggedEvent } from '../event-log.js'
import type { StoredEvent } from './stored-event.js'

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
export class MemoryStream implements LruNode<MemoryStream> {
  older: MemoryStream | undefined
  newer: MemoryStream | undefined
  readonly name: string
  /** When the last event was appended. */
  appendedAt = 0
  readonly #prefix: string
  readonly #lagBytes: number
  readonly #total: { bytes: number }
  /** Those from the position `#held` up to `#end`. */
  #events: StoredEvent[] = []
  /** Made with the first: most streams are never read. */
  #readers: Set<StreamReader> | undefined
  #bufferStart = 0
  /** The first position for newcomers. */
  #firstAvailable = 0
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
    return this.#end - this.#firstAvailable
  }

  /** Bytes of the events that are kept. */
  get bytes(): number {
    return this.#bytes
  }

  get hasReaders(): boolean {
    return this.#readers !== undefined && this.#readers.size > 0
  }

  /** Gives their ids. */
  append(events: readonly StoredEvent[]): readonly string[] {
    const ids = events.map(({ bytes }) => {
      this.#bytes += bytes
      this.#total.bytes += bytes
      return this.#prefix + this.#end++
    })
    // An array that is pushed to has room for many more, which most streams never have.
    if (this.#events.length === 0) this.#events = events.slice()
    else this.#events.push(...events)
    if (this.#readers !== undefined) for (const reader of this.#readers) reader.wake()
    return ids
  }

  /** Drops the oldest event. */
  drop(): void {
    const bytes = this.#eventAt(this.#firstAvailable++)?.bytes ?? 0
    this.#bytes -= bytes
    this.#behindBytes += bytes
    this.#release()
  }

  /** Drops all events, for readers too. */
  clear(): void {
    while (this.#bufferStart < this.#end) this.#total.bytes -= this.#shift()
    this.#firstAvailable = this.#end
    this.#bytes = 0
    this.#behindBytes = 0
  }

  /** A reader of what comes after the event with that id. @throws OmniportError `limit` when that is not all there. */
  openReader(after: string | undefined): StreamReader {
    const position = after === undefined ? this.#firstAvailable : this.#positionOf(after) + 1
    if (position < this.#firstAvailable) throw this.#goneError()
    const reader = { position, isDone: false, wake: () => {} }
    this.#readers ??= new Set()
    this.#readers.add(reader)
    return reader
  }

  /** The next event for a reader; undefined: there is none yet. @throws OmniportError `limit` when it is gone. */
  next(reader: StreamReader): LoggedEvent | undefined {
    if (reader.position < this.#bufferStart) throw this.#goneError()
    const event = this.#eventAt(reader.position)
    if (event === undefined) return undefined
    const id = this.#prefix + reader.position++
    this.#release()
    return { id, event: event.value }
  }

  closeReader(reader: StreamReader): void {
    this.#readers?.delete(reader)
    this.#release()
    reader.isDone = true
    reader.wake()
  }

  /** Lets all readers go. */
  closeReaders(): void {
    for (const reader of this.#readers ?? []) this.closeReader(reader)
  }

  /** Lets go of what was dropped and nobody waits for, or is too much. */
  #release(): void {
    if (this.#bufferStart === this.#firstAvailable) return
    let needed = this.#firstAvailable
    for (const { position } of this.#readers ?? []) needed = Math.min(needed, position)
    while (this.#bufferStart < needed || this.#behindBytes > this.#lagBytes) {
      const bytes = this.#shift()
      this.#behindBytes -= bytes
      this.#total.bytes -= bytes
    }
  }

  #eventAt(position: number): StoredEvent | undefined {
    return this.#events[position - this.#bufferStart]
  }

  /** Lets go of the first that is held. How many bytes that frees. */
  #shift(): number {
    this.#bufferStart += 1
    return this.#events.shift()?.bytes ?? 0
  }

  #goneError(): OmniportError {
    return new OmniportError('limit', 'event log: events that were asked for are gone')
  }

  /** No position there is for an id that is none of this stream. */
  #positionOf(id: string): number {
    const position = id.startsWith(this.#prefix) ? Number(id.slice(this.#prefix.length)) : Number.NaN
    const isKnown = position >= 0 && position < this.#end && id === this.#prefix + position
    return isKnown ? position : Number.NEGATIVE_INFINITY
  }
}
