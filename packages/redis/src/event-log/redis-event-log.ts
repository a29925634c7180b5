import type { JsonValue } from 'omniport/protocol'
import type { EventLog, LoggedEvent } from 'omniport/store'
import { shardOf } from '../shards/keys.js'
import { randomName } from '../values/random-name.js'
import { formatEventId, parseEventId } from './event-id.js'
import { toEventText } from './event-text.js'
import { graceMs, type LogServices } from './log-services.js'
import { type AppendedEvents, StreamReader } from './stream-reader.js'
import { deleteScript, readScript } from './stream-scripts.js'
import { StreamWriters } from './stream-writers.js'

/** An event log in Redis. Readers on the node of the writer get its events without asking Redis. */
export class RedisEventLog implements EventLog {
  readonly #services: LogServices
  readonly #writers: StreamWriters
  readonly #readers = new Map<string, Set<StreamReader>>()

  constructor(services: LogServices) {
    this.#services = services
    this.#writers = new StreamWriters(services, (stream, appended) => this.#onAppended(stream, appended))
  }

  async append(stream: string, event: JsonValue): Promise<string> {
    const [id = ''] = await this.#append(stream, [toEventText(event)])
    return id
  }

  async appendAll(stream: string, events: readonly JsonValue[]): Promise<readonly string[]> {
    const texts = events.map(toEventText)
    return texts.length === 0 ? [] : this.#append(stream, texts)
  }

  async *read(stream: string, after: string | undefined, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
    if (signal.aborted) return
    const reader = new StreamReader(this.#services, { stream, after, signal })
    // A generator that waits at an event does not get to its end by itself, so the signal closes the reader.
    const close = this.#open(reader)
    signal.addEventListener('abort', close)
    try {
      // Who opens a stream and writes to it at once need not ask Redis for it.
      if (after === undefined) {
        reader.expectOffer()
        await new Promise((resolve) => setImmediate(resolve))
        if (!this.#writers.isBusy(stream)) reader.readUnlessOffered()
      }
      for (let events = await reader.next(); events !== undefined; events = await reader.next()) {
        for (const event of events) {
          if (signal.aborted || reader.isOver) return
          yield event
        }
      }
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  }

  async canResume(stream: string, after: string): Promise<boolean> {
    const { scripts, keys, limits } = this.#services
    const position = parseEventId(after)
    if (position === undefined) return false
    const { epoch, number, nonce } = position
    const [state] = (await scripts.run(readScript, {
      shard: shardOf(stream),
      keys: [keys.of('e', stream), keys.of('l', stream)],
      args: [1, epoch, number, nonce, 0, 0, limits.eventLogMs],
    })) as readonly [string]
    return state === 'ok'
  }

  async delete(stream: string): Promise<void> {
    const { scripts, keys, limits, publish } = this.#services
    const shard = shardOf(stream)
    const rememberMs = limits.eventLogMs + graceMs
    const readers = [...(this.#readers.get(stream) ?? [])]
    await scripts.run(deleteScript, {
      shard,
      keys: [keys.of('e', stream), keys.of('l', stream)],
      args: [randomName(12), rememberMs, publish, keys.channel(shard), stream],
    })
    this.#writers.forget(stream)
    for (const reader of readers) reader.stop()
  }

  close(): void {
    this.#writers.close()
    for (const readers of [...this.#readers.values()]) for (const reader of [...readers]) reader.stop()
  }

  async #append(stream: string, texts: readonly string[]): Promise<readonly string[]> {
    return (await this.#writers.append(stream, texts)).map(formatEventId)
  }

  /** Returns a function that ends the reader and forgets it. */
  #open(reader: StreamReader): () => void {
    const readers = this.#readers.get(reader.id) ?? new Set()
    this.#readers.set(reader.id, readers.add(reader))
    const unwatch = this.#services.shards.watch(shardOf(reader.id), reader)
    return () => {
      reader.stop()
      unwatch()
      if (readers.delete(reader) && readers.size === 0 && this.#readers.get(reader.id) === readers) {
        this.#readers.delete(reader.id)
      }
    }
  }

  #onAppended(stream: string, appended: AppendedEvents): void {
    for (const reader of [...(this.#readers.get(stream) ?? [])]) reader.offer(appended)
    const detail = `${appended.epoch}/${appended.events.at(-1)?.position.number ?? 0}`
    this.#services.shards.hint(shardOf(stream), { kind: 'e', id: stream, detail })
  }
}
