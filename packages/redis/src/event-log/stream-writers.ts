import { StoreUnavailable } from '../commands/store-unavailable.js'
import { shardOf } from '../shards/keys.js'
import { randomName } from '../values/random-name.js'
import { jitter, pause } from '../values/system-clock.js'
import type { Position } from './event-id.js'
import { graceMs, type LogServices } from './log-services.js'
import { ShardCounts } from './shard-counts.js'
import type { AppendedEvents } from './stream-reader.js'
import { appendScript } from './stream-scripts.js'

/** Called with the events that were appended to a stream, in their order. */
export type OnAppended = (stream: string, appended: AppendedEvents) => void

interface Waiting {
  readonly texts: readonly string[]
  readonly bytes: number
  readonly dueAt: number
  readonly resolve: (positions: readonly Position[]) => void
  readonly reject: (reason: unknown) => void
}

/** What this node knows of a stream that it wrote to. */
interface WrittenStream {
  readonly name: string
  readonly queue: Waiting[]
  isBusy: boolean
  /** The last event that was acknowledged, and the time of Redis until which it matters. */
  acknowledged: (Position & { readonly until: number }) | undefined
  /** The same by the clock of this node. */
  forgetAt: number
}

/** Streams of which the last event is remembered. */
const maxStreams = 100_000
const batchEvents = 200
const batchBytes = 512 * 1024

/**
 * Appends events, those of one stream one batch after the other. A batch that got no reply is sent again under the same nonces, so
 * that it is stored once. Redis compares the last event that was acknowledged with what it has: if it is gone, readers are told of
 * a gap.
 */
export class StreamWriters {
  readonly #services: LogServices
  readonly #onAppended: OnAppended
  readonly #counts: ShardCounts
  /** The one that was written longest ago first. */
  readonly #streams = new Map<string, WrittenStream>()
  readonly #writer: string
  #sequence = 1
  #waitingBytes = 0
  #isClosed = false

  constructor(services: LogServices, onAppended: OnAppended) {
    this.#services = services
    this.#onAppended = onAppended
    this.#writer = services.node
    this.#counts = new ShardCounts({
      ...services,
      lifetimeMs: this.#lifetimeMs,
      writer: this.#writer,
      onLoss: (shard) => this.#check(shard),
    })
  }

  append(name: string, texts: readonly string[]): Promise<readonly Position[]> {
    const { clock, appendMs, maxWaitingBytes } = this.#services
    const bytes = texts.reduce((sum, { length }) => sum + length, 0)
    if (this.#isClosed) return Promise.reject(new StoreUnavailable(new Error('The event log is closed')))
    if (this.#waitingBytes > 0 && this.#waitingBytes + bytes > maxWaitingBytes) {
      return Promise.reject(
        new StoreUnavailable(new Error(`${maxWaitingBytes} bytes of events wait (maxWaitingBytes)`)),
      )
    }
    this.#waitingBytes += bytes
    return new Promise((resolve, reject) => {
      const stream = this.#open(name)
      stream.queue.push({ texts, bytes, dueAt: clock.now() + appendMs, resolve, reject })
      void this.#drain(stream)
    })
  }

  /** True if events of the stream are being appended. */
  isBusy(name: string): boolean {
    return this.#streams.get(name)?.isBusy === true
  }

  /** The stream was deleted: its last event matters no more. */
  forget(name: string): void {
    const stream = this.#streams.get(name)
    if (stream !== undefined) stream.acknowledged = undefined
  }

  close(): void {
    this.#isClosed = true
    for (const { queue } of this.#streams.values()) {
      for (const { reject } of queue.splice(0)) reject(new StoreUnavailable(new Error('The event log is closed')))
    }
    this.#streams.clear()
  }

  get #lifetimeMs(): number {
    return this.#services.limits.eventLogMs + graceMs
  }

  #open(name: string): WrittenStream {
    const existing = this.#streams.get(name)
    this.#streams.delete(name)
    const stream = existing ?? { name, queue: [], isBusy: false, acknowledged: undefined, forgetAt: 0 }
    stream.forgetAt = this.#services.clock.now() + this.#lifetimeMs
    this.#streams.set(name, stream)
    this.#prune()
    return stream
  }

  #prune(): void {
    const now = this.#services.clock.now()
    for (const [name, { forgetAt, isBusy }] of this.#streams) {
      if (isBusy || (forgetAt > now && this.#streams.size <= maxStreams)) return
      this.#streams.delete(name)
    }
  }

  async #drain(stream: WrittenStream): Promise<void> {
    if (stream.isBusy) return
    stream.isBusy = true
    // What is appended in the same turn goes with it: the first event and the one after, or the last one and the end.
    await undefined
    while (stream.queue.length > 0) await this.#appendBatch(stream, takeBatch(stream.queue))
    stream.isBusy = false
  }

  async #appendBatch(stream: WrittenStream, batch: readonly Waiting[]): Promise<void> {
    const texts = batch.flatMap((waiting) => waiting.texts)
    const dueAt = Math.min(...batch.map((waiting) => waiting.dueAt))
    const first = this.#sequence
    this.#sequence += texts.length
    try {
      const positions = await this.#write(stream, { texts, first, dueAt })
      let start = 0
      for (const waiting of batch) {
        waiting.resolve(positions.slice(start, start + waiting.texts.length))
        start += waiting.texts.length
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
      this.#services.shards.hint(shardOf(stream.name), { kind: 'e', id: stream.name, detail: '-' })
    } finally {
      for (const { bytes } of batch) this.#waitingBytes -= bytes
    }
  }

  /** Sends a batch until it is acknowledged, or its time is over. */
  async #write(stream: WrittenStream, { texts, first, dueAt }: Batch): Promise<readonly Position[]> {
    const { clock, scripts } = this.#services
    const shard = shardOf(stream.name)
    for (;;) {
      try {
        return this.#acknowledge(stream, { texts, first }, await this.#run(stream, { texts, first }))
      } catch (error) {
        const leftMs = dueAt - clock.now()
        if (!(error instanceof StoreUnavailable) || leftMs <= 0 || this.#isClosed) throw error
        await scripts.commands.whenBack(shard, pause(clock, leftMs))
        await pause(clock, jitter(5, 25))
      }
    }
  }

  async #run({ name, acknowledged }: WrittenStream, { texts, first }: Numbered): Promise<AppendReply> {
    const { scripts, keys, limits, publish } = this.#services
    const { epoch = '', number = 0, nonce = '', until = 0 } = acknowledged ?? {}
    const shard = shardOf(name)
    const { eventLogEvents, eventLogBytes, eventLogMs } = limits
    return (await scripts.run(appendScript, {
      shard,
      keys: [keys.of('e', name), keys.of('l', name), this.#counts.keyOf(shard)],
      args: [
        ...[this.#writer, first, epoch, number, nonce, until, randomName(12)],
        ...[eventLogEvents, eventLogBytes, eventLogMs, graceMs],
        ...[publish, keys.channel(shard), name, texts.length, ...texts],
      ],
    })) as AppendReply
  }

  #acknowledge(stream: WrittenStream, { texts, first }: Numbered, reply: AppendReply): readonly Position[] {
    const [epoch, last, nonce, previous, now, count, lost, deletion] = reply
    const nowMs = Number(now)
    const until = nowMs + this.#lifetimeMs
    stream.acknowledged = epoch === '' ? undefined : { epoch, number: Number(last), nonce, until }
    if (Number(lost) === 1) {
      this.#services.logger.warn('Redis has lost events of a stream; its readers are told of a gap', {
        stream: stream.name,
      })
    }
    if (texts.length === 0) return []
    const shard = shardOf(stream.name)
    this.#counts.acknowledged(shard, { count: Number(count), nowMs })
    const start = Number(last) - texts.length + 1
    const positions = texts.map((_, index) => ({
      epoch,
      number: start + index,
      nonce: `${this.#writer}.${first + index}`,
    }))
    const events = positions.map((position, index) => ({ position, text: texts[index] ?? '' }))
    this.#onAppended(stream.name, { epoch, previous, events, deletion })
    return positions
  }

  /** Looks at every stream of a shard that this node wrote to; the script says so where events are gone. */
  #check(shard: number): void {
    const { clock } = this.#services
    for (const stream of [...this.#streams.values()]) {
      if (stream.acknowledged === undefined || shardOf(stream.name) !== shard) continue
      stream.queue.push({
        texts: [],
        bytes: 0,
        dueAt: clock.now() + this.#lifetimeMs,
        resolve: () => {},
        reject: () => {},
      })
      void this.#drain(stream)
    }
  }
}

interface Numbered {
  readonly texts: readonly string[]
  readonly first: number
}

interface Batch extends Numbered {
  readonly dueAt: number
}

type AppendReply = readonly [
  epoch: string,
  last: string,
  nonce: string,
  previous: string,
  now: string,
  count: string,
  lost: number,
  deletion: string | null,
]

function takeBatch(queue: Waiting[]): readonly Waiting[] {
  let [count, events, bytes] = [0, 0, 0]
  for (const waiting of queue) {
    events += waiting.texts.length
    bytes += waiting.bytes
    if (count > 0 && (events > batchEvents || bytes > batchBytes)) break
    count += 1
  }
  return queue.splice(0, count)
}
