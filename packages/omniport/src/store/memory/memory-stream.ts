import { OmniportError } from '../../values/errors/omniport-error.js'
import type { LruNode } from '../../values/maps/lru-list.js'
import type { LoggedEvent } from '../event-log.js'
import type { StoredEvent } from './stored-event.js'

export interface MemoryStreamOptions {
  readonly name: string
  /** The prefix of its ids, unique in the log. */
  readonly prefix: string
  /** Bytes of dropped events that are kept for slow readers, beside the newest if that alone is larger. */
  readonly lagBytes: number
  /** The bytes that all streams take in memory, which this stream updates. */
  readonly total: { bytes: number }
}

/** The position of an event: together they are its id. */
export interface StreamPosition {
  readonly prefix: string
  readonly number: number
}

/** Of the many streams that are never read. */
const noReaders: readonly StreamReader[] = []

/** What a stream with events takes in memory beside them. */
const streamBytes = 640

/** The state of one reader. Only the stream writes it, except for `wake`. */
export interface StreamReader {
  /** The position of the next event. */
  position: number
  isDone: boolean
  /** Called when there may be an event, or when reading has ended. */
  wake: () => void
}

/**
 * The events of one stream and its readers. Dropped events are gone for new readers; slow readers still get them, within
 * `lagBytes`; the newest of them may be larger. The log decides when to drop.
 */
export class MemoryStream implements LruNode<MemoryStream> {
  older: MemoryStream | undefined
  newer: MemoryStream | undefined
  readonly name: string
  /** The time of the last append. */
  appendedAt = 0
  #prefix: string
  readonly #lagBytes: number
  readonly #total: { bytes: number }
  /** The events from `#bufferStart` to `#end`. */
  #events: StoredEvent[] = []
  /** Few: of a stream that nobody reads, none. */
  #readers = noReaders
  #bufferStart = 0
  /** The first position for new readers. */
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

  /** The number of available events. */
  get size(): number {
    return this.#end - this.#firstAvailable
  }

  /** The bytes of the JSON of available events. */
  get bytes(): number {
    return this.#bytes
  }

  /** The prefix and number of the next id. */
  get nextPosition(): StreamPosition {
    return { prefix: this.#prefix, number: this.#end }
  }

  /** The available events and the position of the first. */
  get available(): { readonly first: StreamPosition; readonly events: readonly StoredEvent[] } {
    const first = { prefix: this.#prefix, number: this.#firstAvailable }
    return { first, events: this.#events.slice(this.#firstAvailable - this.#bufferStart) }
  }

  get hasReaders(): boolean {
    return this.#readers.length > 0
  }

  /** Gives the next event this position. Only for a stream that never had an event. */
  startAt({ prefix, number }: StreamPosition): void {
    this.#prefix = prefix
    this.#bufferStart = number
    this.#firstAvailable = number
    this.#end = number
    for (const reader of this.#readers) reader.position = number
  }

  /** Appends events and returns their ids. */
  append(events: readonly StoredEvent[]): readonly string[] {
    if (this.#events.length === 0) this.#total.bytes += streamBytes
    const ids = events.map(({ bytes, heldBytes }) => {
      this.#bytes += bytes
      this.#total.bytes += heldBytes
      return this.#prefix + this.#end++
    })
    // `slice` saves memory: `push` allocates room for more events, which most streams never have.
    if (this.#events.length === 0) this.#events = events.slice()
    else for (const event of events) this.#events.push(event)
    for (const reader of this.#readers) reader.wake()
    return ids
  }

  /** Drops the oldest event. */
  drop(): void {
    const bytes = this.#eventAt(this.#firstAvailable++)?.bytes ?? 0
    this.#bytes -= bytes
    this.#behindBytes += bytes
    this.#release()
  }

  /** Drops all events, for running readers too. */
  clear(): void {
    while (this.#bufferStart < this.#end) this.#shift()
    this.#firstAvailable = this.#end
    this.#bytes = 0
    this.#behindBytes = 0
  }

  /** Opens a reader after the event with this id. @throws OmniportError `limit` if events after it are gone. */
  openReader(after: string | undefined): StreamReader {
    const position = after === undefined ? this.#firstAvailable : this.#positionOf(after) + 1
    if (position < this.#firstAvailable) throw this.#goneError()
    const reader = { position, isDone: false, wake: () => {} }
    this.#readers = [...this.#readers, reader]
    return reader
  }

  /** Returns the next event for a reader; undefined if there is none yet. @throws OmniportError `limit` if it is gone. */
  next(reader: StreamReader): LoggedEvent | undefined {
    if (reader.position < this.#bufferStart) throw this.#goneError()
    const event = this.#eventAt(reader.position)
    if (event === undefined) return undefined
    const id = this.#prefix + reader.position++
    this.#release()
    return { id, event: event.value }
  }

  closeReader(reader: StreamReader): void {
    this.#readers = this.#readers.filter((each) => each !== reader)
    this.#release()
    reader.isDone = true
    reader.wake()
  }

  closeReaders(): void {
    for (const reader of this.#readers) this.closeReader(reader)
  }

  /** Frees dropped events that no reader needs, or that exceed `lagBytes`. */
  #release(): void {
    if (this.#bufferStart === this.#firstAvailable) return
    let needed = this.#firstAvailable
    for (const { position } of this.#readers) needed = Math.min(needed, position)
    const newestBytes = this.#eventAt(this.#firstAvailable - 1)?.bytes ?? 0
    const most = this.#lagBytes + (newestBytes > this.#lagBytes ? newestBytes : 0)
    while (this.#bufferStart < needed || this.#behindBytes > most) {
      this.#behindBytes -= this.#shift()
    }
  }

  #eventAt(position: number): StoredEvent | undefined {
    return this.#events[position - this.#bufferStart]
  }

  /** Frees the first event, and returns the bytes of its JSON. */
  #shift(): number {
    this.#bufferStart += 1
    const event = this.#events.shift()
    if (event === undefined) return 0
    this.#total.bytes -= event.heldBytes + (this.#events.length === 0 ? streamBytes : 0)
    return event.bytes
  }

  #goneError(): OmniportError {
    return new OmniportError('limit', 'event log: the requested events are gone')
  }

  /** Returns the position of an id; `-Infinity` for an unknown one. */
  #positionOf(id: string): number {
    const position = Number(id.slice(this.#prefix.length))
    const isKnown =
      Number.isInteger(position) && position >= 0 && position < this.#end && id === this.#prefix + position
    return isKnown ? position : Number.NEGATIVE_INFINITY
  }
}
