import { OmniportError } from 'omniport/jsonrpc'
import type { LoggedEvent } from 'omniport/store'
import { StoreUnavailable } from '../commands/store-unavailable.js'
import { shardOf } from '../shards/keys.js'
import type { Watcher } from '../shards/shard-monitor.js'
import type { SweepReply } from '../shards/sweep.js'
import { jitter, pause } from '../values/system-clock.js'
import { formatEventId, type Position, parseEventId } from './event-id.js'
import { fromEventText } from './event-text.js'
import { graceMs, type LogServices } from './log-services.js'
import { readScript } from './stream-scripts.js'

/** Events that this node appended, and the nonce before the first of them. */
export interface AppendedEvents {
  readonly epoch: string
  readonly previous: string
  /** The id of the last deletion of the stream. */
  readonly deletion: string | null
  readonly events: readonly { readonly position: Position; readonly text: string }[]
}

/** Events and bytes of one page. */
const pageEvents = 200
const pageBytes = 256 * 1024

/**
 * Reads one stream. After each page it waits for a hint, or for a look at the head of the stream that differs from its position.
 * Every look compares its position with what is there, so that events that were lost are a gap.
 */
export class StreamReader implements Watcher {
  readonly kind = 'e'
  readonly id: string
  readonly key: string
  readonly #services: LogServices
  readonly #shard: number
  readonly #signal: AbortSignal
  #position: Position | undefined
  /** Undefined until the first page was read. */
  #deletion: string | null | undefined
  /** When the stream is forgotten if nothing is appended, and when that was read; times of Redis. */
  #aliveUntil = 0
  #readAt = 0
  #isDirty = true
  #isReading = false
  #isGap = false
  #buffer: LoggedEvent[] = []
  #wake: () => void = () => {}
  #isOver = false

  /** @throws OmniportError `limit` if `after` is no id of an event. */
  constructor(services: LogServices, target: { stream: string; after: string | undefined; signal: AbortSignal }) {
    const { stream, after, signal } = target
    this.#services = services
    this.id = stream
    this.key = services.keys.of('e', stream)
    this.#shard = shardOf(stream)
    this.#signal = signal
    this.#position = after === undefined ? undefined : parseEventId(after)
    if (after !== undefined && this.#position === undefined) throw gone()
  }

  /** Resolves with the next events; undefined when reading has ended. Rejects with `limit` if events are gone. */
  async next(): Promise<readonly LoggedEvent[] | undefined> {
    for (;;) {
      if (this.#isOver || this.#signal.aborted) return undefined
      if (this.#buffer.length > 0) return this.#buffer.splice(0)
      if (this.#isGap) throw gone()
      if (this.#isDirty) {
        this.#isDirty = false
        await this.#readPage()
      } else {
        await this.#change()
      }
    }
  }

  /** True if its stream was deleted, or it was stopped. */
  get isOver(): boolean {
    return this.#isOver
  }

  stop(): void {
    this.#isOver = true
    this.#wake()
  }

  onHint(detail: string): void {
    const [epoch, number] = detail.split('/')
    if (this.#position !== undefined && epoch === this.#position.epoch && Number(number) <= this.#position.number)
      return
    this.#markDirty()
  }

  onSweep({ nowMs, fields: [epoch, number, nonce, deletion, appendedAt] }: SweepReply): void {
    const at = this.#position
    const isSame =
      epoch == null ? at === undefined : at?.epoch === epoch && at.number === Number(number) && at.nonce === nonce
    if (!isSame || (deletion ?? null) !== this.#deletion) {
      this.#markDirty()
    } else if (epoch != null) {
      this.#alive(Number(appendedAt), nowMs)
    }
  }

  /** This node may be appending the first events, which are offered then. A hint tells if they are not to be had so. */
  expectOffer(): void {
    this.#isDirty = false
  }

  /** This node appends nothing: what there is has to be read. */
  readUnlessOffered(): void {
    if (this.#deletion === undefined) this.#markDirty()
  }

  /** Takes events that this node appended, if they follow what was read. */
  offer({ epoch, previous, events, deletion }: AppendedEvents): void {
    const [first] = events
    const at = this.#position
    const isIdle =
      !this.#isDirty &&
      !this.#isReading &&
      (this.#deletion !== undefined || at === undefined) &&
      this.#buffer.length < pageEvents
    if (first === undefined || !isIdle || this.#isGap) return
    const follows =
      at === undefined
        ? previous === '' && first.position.number === 1
        : at.epoch === epoch && at.number === first.position.number - 1 && at.nonce === previous
    if (!follows) return
    this.#deletion ??= deletion
    for (const { position, text } of events) this.#push(position, text)
    this.#wake()
  }

  #markDirty(): void {
    this.#isDirty = true
    this.#wake()
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  async #readPage(): Promise<void> {
    this.#isReading = true
    try {
      this.#take(await this.#fetch())
    } catch (error) {
      if (this.#isOver) return
      if (!(error instanceof StoreUnavailable) || this.#deletion === undefined) throw error
      // A reader that has begun waits until Redis is back.
      this.#isDirty = true
      const { clock, scripts } = this.#services
      const isDue = Promise.race([pause(clock, jitter(1_000, 2_000)), this.#change()])
      await scripts.commands.whenBack(this.#shard, isDue)
      await Promise.race([pause(clock, jitter(5, 25)), isDue])
    } finally {
      this.#isReading = false
    }
  }

  async #fetch(): Promise<ReadReply> {
    const { scripts, keys, limits } = this.#services
    const { epoch = '', number = 0, nonce = '' } = this.#position ?? {}
    const begins = this.#deletion === undefined ? 1 : 0
    return (await scripts.run(readScript, {
      shard: this.#shard,
      keys: [this.key, keys.of('l', this.id)],
      args: [begins, epoch, number, nonce, pageEvents, pageBytes, limits.eventLogMs],
    })) as ReadReply
  }

  #take([
    state,
    now,
    deletion,
    epoch = '',
    appendedAt = '',
    last = '0',
    nonce = '',
    end = '',
    entries = [],
  ]: ReadReply): void {
    const begins = this.#deletion === undefined
    if (!begins && deletion !== this.#deletion) {
      this.stop()
      return
    }
    const nowMs = Number(now)
    if (state !== 'ok' && this.#position !== undefined) {
      if (begins || epoch === this.#position.epoch || !this.#hasExpired(nowMs)) throw gone()
      // Its time was over after all of it had been read: what is there now is new.
      this.#position = undefined
      this.#isDirty = state === 'gone'
    }
    this.#deletion = deletion
    if (state !== 'ok') return
    this.#alive(Number(appendedAt), nowMs)
    let number = Number(last) - entries.length
    for (const entry of entries) {
      const space = entry.indexOf(' ')
      number += 1
      this.#push({ epoch, number, nonce: entry.slice(0, space) }, entry.slice(space + 1))
    }
    this.#position = { epoch, number: Number(last), nonce }
    if (Number(last) < Number(end)) this.#isDirty = true
  }

  #push(position: Position, text: string): void {
    const event = fromEventText(text)
    if (event === undefined) this.#isGap = true
    if (event === undefined || this.#isGap) return
    this.#buffer.push({ id: formatEventId(position), event: event.value })
    this.#position = position
  }

  #alive(appendedAt: number, nowMs: number): void {
    this.#aliveUntil = appendedAt + this.#services.limits.eventLogMs + graceMs
    this.#readAt = nowMs
  }

  /** True if the stream was forgotten in its time, and nothing can have been appended since it was read last. */
  #hasExpired(nowMs: number): boolean {
    return nowMs >= this.#aliveUntil && nowMs < this.#readAt + this.#services.limits.eventLogMs + graceMs
  }
}

type ReadReply = readonly [
  state: 'none' | 'gone' | 'ok',
  now: string,
  deletion: string | null,
  epoch?: string,
  appendedAt?: string,
  last?: string,
  nonce?: string,
  end?: string,
  entries?: readonly string[],
]

function gone(): OmniportError {
  return new OmniportError('limit', 'event log: the requested events are gone')
}
