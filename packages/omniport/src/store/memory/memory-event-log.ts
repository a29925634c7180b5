import type { Clock } from '../../async/runtime/clock.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { LruList } from '../../values/maps/lru-list.js'
import type { EventLog, EventLogLimits, LoggedEvent } from '../event-log.js'
import { MemoryStream, type StreamPosition, type StreamReader } from './memory-stream.js'
import { StoredEvent } from './stored-event.js'

/** Options of `createMemoryEventLog`. */
export interface MemoryEventLogOptions {
  /** The limits of each stream. */
  readonly limits: EventLogLimits
  readonly clock: Clock
  /**
   * Bytes of dropped events that are kept for slow readers, such as during a burst. Beyond it the reader gets `limit`. Default:
   * 8 MiB.
   */
  readonly lagBytes?: number | undefined
  /**
   * Bytes that all streams together take in memory. Beyond it the least recently appended streams lose all events, and their readers get
   * `limit`. Default: 256 MiB.
   */
  readonly maxBytes?: number | undefined
}

/**
 * Creates an `EventLog` in memory. Readers wake on an append, without polling. There is nothing to close; a timer of the clock
 * runs while there are events.
 */
export function createMemoryEventLog(options: MemoryEventLogOptions): EventLog {
  return new MemoryEventLog(options)
}

const mebibyte = 1024 * 1024

/** An event log in memory, which another one may fill. */
export class MemoryEventLog implements EventLog {
  readonly #limits: EventLogLimits
  readonly #clock: Clock
  readonly #lagBytes: number
  readonly #maxBytes: number
  /** Distinguishes ids of this process from those of an earlier one. */
  readonly #processPrefix: string
  readonly #streams = new Map<string, MemoryStream>()
  /** The streams with events; the oldest is the one that expires first. */
  readonly #nonEmpty = new LruList<MemoryStream>()
  readonly #total = { bytes: 0 }
  #createdCount = 0
  #stopTimer: (() => void) | undefined

  constructor({ limits, clock, lagBytes = 8 * mebibyte, maxBytes = 256 * mebibyte }: MemoryEventLogOptions) {
    this.#limits = limits
    this.#clock = clock
    this.#lagBytes = lagBytes
    this.#maxBytes = maxBytes
    this.#processPrefix = clock.now().toString(36)
  }

  async append(name: string, event: JsonValue): Promise<string> {
    const [id = ''] = this.#append(name, [StoredEvent.of(event)])
    return id
  }

  async appendAll(name: string, events: readonly JsonValue[]): Promise<readonly string[]> {
    const stored = events.map((event) => StoredEvent.of(event))
    return stored.length === 0 ? [] : this.#append(name, stored)
  }

  async *read(name: string, after: string | undefined, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
    if (signal.aborted) return
    const { stream, reader } = this.#openReader(name, after)
    const closeReader = () => this.#closeReader(stream, reader)
    signal.addEventListener('abort', closeReader)
    try {
      while (!reader.isDone) {
        const event = stream.next(reader)
        if (event !== undefined) yield event
        else await waitForWake(reader)
      }
    } finally {
      signal.removeEventListener('abort', closeReader)
      closeReader()
    }
  }

  async delete(name: string): Promise<void> {
    this.#delete(name)
  }

  #delete(name: string): void {
    const stream = this.#streams.get(name)
    if (stream === undefined) return
    stream.closeReaders()
    this.#clear(stream)
    this.#updateTimer()
  }

  /** The position of the next event of a stream that has events or readers; undefined if it has none. */
  nextPosition(name: string): StreamPosition | undefined {
    this.#expire()
    return this.#streams.get(name)?.nextPosition
  }

  /**
   * Appends events at a position, by default now. A stream that never had an event begins there, and one that ends elsewhere is
   * replaced.
   */
  appendAt(
    { name, position, at }: { name: string; position: StreamPosition; at?: number | undefined },
    events: readonly StoredEvent[],
  ): readonly string[] {
    const next = this.#streams.get(name)?.nextPosition
    if (next !== undefined && next.number > 0 && !isSame(next, position)) this.#delete(name)
    const stream = this.#getOrCreate(name)
    if (!isSame(stream.nextPosition, position)) stream.startAt(position)
    return this.#append(name, events, at)
  }

  /** Drops all events. */
  clear(): void {
    for (const name of [...this.#streams.keys()]) this.#delete(name)
  }

  /** The streams with events, in the order of their last appends, as each is when its turn comes. */
  *streams(): Generator<Pick<MemoryStream, 'name' | 'appendedAt' | 'available'>> {
    this.#expire()
    const names: string[] = []
    for (let stream = this.#nonEmpty.oldest; stream !== undefined; stream = stream.newer) names.push(stream.name)
    for (const name of names) {
      const stream = this.#streams.get(name)
      if (stream !== undefined && stream.size > 0) yield stream
    }
  }

  #append(name: string, events: readonly StoredEvent[], at = this.#clock.now()): readonly string[] {
    this.#expire()
    const stream = this.#getOrCreate(name)
    const ids = stream.append(events)
    stream.appendedAt = at
    this.#nonEmpty.touch(stream)
    this.#trim(stream)
    this.#updateTimer()
    return ids
  }

  #getOrCreate(name: string): MemoryStream {
    const existing = this.#streams.get(name)
    if (existing !== undefined) return existing
    const stream = this.#create(name)
    this.#streams.set(name, stream)
    return stream
  }

  #create(name: string): MemoryStream {
    const prefix = `${this.#processPrefix}-${(this.#createdCount++).toString(36)}-`
    return new MemoryStream({ name, prefix, lagBytes: this.#lagBytes, total: this.#total })
  }

  #openReader(
    name: string,
    after: string | undefined,
  ): { readonly stream: MemoryStream; readonly reader: StreamReader } {
    this.#expire()
    const stream = this.#streams.get(name) ?? this.#create(name)
    const reader = stream.openReader(after) // throws
    this.#streams.set(name, stream)
    return { stream, reader }
  }

  #closeReader(stream: MemoryStream, reader: StreamReader): void {
    stream.closeReader(reader)
    this.#removeIfUnused(stream)
  }

  /** Applies the limits of one stream, and then those of all. */
  #trim(stream: MemoryStream): void {
    const { eventLogEvents, eventLogBytes } = this.#limits
    while (stream.size > 1 && (stream.size > eventLogEvents || stream.bytes > eventLogBytes)) stream.drop()
    for (
      let oldest = this.#nonEmpty.oldest;
      oldest !== undefined && oldest !== stream;
      oldest = this.#nonEmpty.oldest
    ) {
      if (this.#total.bytes <= this.#maxBytes) return
      this.#clear(oldest)
    }
  }

  #expire(): void {
    const last = this.#clock.now() - this.#limits.eventLogMs
    for (let oldest = this.#nonEmpty.oldest; oldest !== undefined; oldest = this.#nonEmpty.oldest) {
      if (oldest.appendedAt > last) return
      this.#clear(oldest)
    }
  }

  #clear(stream: MemoryStream): void {
    stream.clear()
    this.#nonEmpty.delete(stream)
    this.#removeIfUnused(stream)
  }

  #removeIfUnused(stream: MemoryStream): void {
    if (stream.size > 0 || stream.hasReaders || this.#streams.get(stream.name) !== stream) return
    this.#streams.delete(stream.name)
  }

  /** Starts or stops the timer, which runs while there are events. */
  #updateTimer(): void {
    const first = this.#nonEmpty.oldest
    if (first === undefined) this.#stopTimer?.()
    if (first === undefined || this.#stopTimer === undefined) this.#stopTimer = first && this.#startTimer(first)
  }

  #startTimer(first: MemoryStream): () => void {
    const expire = () => {
      this.#stopTimer = undefined
      this.#expire()
      this.#updateTimer()
    }
    return this.#clock.after(first.appendedAt + this.#limits.eventLogMs - this.#clock.now(), expire, {
      background: true,
    })
  }
}

function isSame(one: StreamPosition, other: StreamPosition): boolean {
  return one.prefix === other.prefix && one.number === other.number
}

function waitForWake(reader: StreamReader): Promise<void> {
  return new Promise((resolve) => {
    reader.wake = resolve
  })
}
