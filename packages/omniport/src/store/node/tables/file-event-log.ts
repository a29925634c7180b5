import type { JsonValue } from '../../../values/json/json-value.js'
import type { EventLog, LoggedEvent } from '../../event-log.js'
import { MemoryEventLog, type MemoryEventLogOptions } from '../../memory/memory-event-log.js'
import type { StreamPosition } from '../../memory/memory-stream.js'
import { StoredEvent } from '../../memory/stored-event.js'
import type { Journal, Table } from '../journal/journal.js'

export interface FileEventLogOptions extends Pick<MemoryEventLogOptions, 'limits' | 'clock'> {
  readonly journal: Journal
  readonly maxBytes: number
}

/** An `EventLog` whose streams survive the process. Readers get events that are written. */
export class FileEventLog implements EventLog, Table {
  readonly name = 'events'
  readonly #journal: Journal
  readonly #clock: MemoryEventLogOptions['clock']
  readonly #log: MemoryEventLog
  /** Where a stream goes on once all that was planned is written; undefined for one that will be deleted. */
  readonly #plans = new Map<string, StreamPosition | undefined>()

  constructor(options: FileEventLogOptions) {
    this.#journal = options.journal
    this.#clock = options.clock
    this.#log = new MemoryEventLog(options)
  }

  async append(stream: string, event: JsonValue): Promise<string> {
    const [id = ''] = await this.appendAll(stream, [event])
    return id
  }

  async appendAll(stream: string, events: readonly JsonValue[]): Promise<readonly string[]> {
    const stored = events.map((event) => StoredEvent.of(event))
    if (stored.length === 0) return []
    const position = this.#nextPosition(stream)
    const text = toText({ name: stream, position, at: this.#clock.now() }, stored)
    return this.#change(text, {
      stream,
      plan: { ...position, number: position.number + stored.length },
      commit: () => this.#log.appendAt({ name: stream, position }, stored),
    })
  }

  read(stream: string, after: string | undefined, signal: AbortSignal): AsyncIterable<LoggedEvent> {
    return this.#log.read(stream, after, signal)
  }

  async delete(stream: string): Promise<void> {
    if (!this.#plans.has(stream) && this.#log.nextPosition(stream) === undefined) return
    const text = JSON.stringify([this.name, 'delete', stream])
    await this.#change(text, { stream, plan: undefined, commit: () => this.#log.delete(stream) })
  }

  replay([, change, stream, prefix, number, at, events, ...others]: readonly unknown[]): boolean {
    if (typeof stream !== 'string' || others.length > 0) return false
    if (change === 'delete') {
      void this.#log.delete(stream)
      return prefix === undefined
    }
    if (change !== 'append' || typeof prefix !== 'string' || typeof at !== 'number' || !Array.isArray(events))
      return false
    if (!Number.isSafeInteger(number)) return false
    this.#restore({ name: stream, position: { prefix, number: Number(number) }, at }, events)
    return true
  }

  /** Streams whose last events may be lost are dropped: their readers learn of a gap. */
  finishReplay(mayLackRecords: boolean): void {
    if (mayLackRecords) this.#log.clear()
  }

  rollBack(): void {
    this.#plans.clear()
  }

  *records(): Generator<string> {
    for (const { name, appendedAt, available } of this.#log.streams()) {
      yield toText({ name, position: available.first, at: appendedAt }, available.events)
    }
  }

  #nextPosition(stream: string): StreamPosition {
    const next = this.#plans.has(stream) ? this.#plans.get(stream) : this.#log.nextPosition(stream)
    if (next !== undefined && next.number > 0) return next
    return { prefix: `${this.#journal.nextNumber().toString(36)}-`, number: 0 }
  }

  #change<T>(
    text: string,
    { stream, plan, commit }: { stream: string; plan: StreamPosition | undefined; commit: () => T },
  ): Promise<T> {
    const written = this.#journal.write(text, () => {
      if (this.#plans.get(stream) === plan) this.#plans.delete(stream)
      return commit()
    })
    this.#plans.set(stream, plan)
    return written
  }

  /** Events that are there already are skipped. */
  #restore({ name, position, at }: StoredStream, events: readonly JsonValue[]): void {
    const next = this.#log.nextPosition(name)
    const known = next?.prefix === position.prefix ? next.number - position.number : 0
    const skipped = Math.max(0, Math.min(known, events.length))
    const number = position.number + skipped
    const added = events.slice(skipped).map((event) => StoredEvent.of(event))
    if (added.length > 0) this.#log.appendAt({ name, position: { ...position, number }, at }, added)
  }
}

interface StoredStream {
  readonly name: string
  /** Of its first event. */
  readonly position: StreamPosition
  readonly at: number
}

function toText({ name, position, at }: StoredStream, events: readonly StoredEvent[]): string {
  const { prefix, number } = position
  const head = `["events","append",${JSON.stringify(name)},${JSON.stringify(prefix)},${number},${at}`
  return `${head},[${events.map(({ json }) => json).join(',')}]]`
}
