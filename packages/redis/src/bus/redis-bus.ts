import type { JsonValue } from 'omniport/protocol'
import type { Bus, Unsubscribe } from 'omniport/store'
import { type RedisCommands, toStoreError } from '../commands/redis-commands.js'
import type { RedisConnection } from '../connection/redis-connection.js'
import type { Clock, Logger } from '../options/redis-options.js'
import type { Keys } from '../shards/keys.js'
import { toJsonText } from '../values/json-text.js'
import { randomName } from '../values/random-name.js'
import { jitter, pause } from '../values/system-clock.js'
import { GapWatch } from './gap-watch.js'
import { MessageCounts } from './message-counts.js'

export interface RedisBusOptions {
  readonly connection: RedisConnection
  readonly commands: RedisCommands
  readonly keys: Keys
  /** PUBLISH, or SPUBLISH in a cluster. */
  readonly publish: string
  readonly logger: Logger
  readonly clock: Clock
  /** The least and the most time between two looks for messages that were lost. */
  readonly sweepMs: readonly [number, number]
}

interface Subscription {
  readonly listener: (message: JsonValue) => void
  isActive: boolean
}

/** The time in which a connection that breaks at the start is tried again. */
const openMs = 5_000

/** The shard whose channel all messages go to. */
const shard = 0

/**
 * Counts a message and publishes it after its count. The key has the count and the id of the last one. It is sent as text each time: one
 * that has to be sent again would be overtaken.
 */
const publishScript = `
local count = tonumber(string.match(redis.call('GET', KEYS[1]) or '0', '^%d+')) + 1
local head = string.format('%.0f', count) .. ' ' .. ARGV[2]
redis.call('SET', KEYS[1], head)
return redis.call(ARGV[1], KEYS[1], head .. ARGV[3])
`

const envelopePattern =
  /^(?<count>\d+) (?<node>[0-9a-z]{16}) (?<number>\d+) (?<mark>!?)(?:(?<topic>"(?:[^"\\]|\\.)*") (?<text>.*))?$/s

/**
 * A bus over Redis. Messages of this node reach its own listeners at once, also while Redis is away; those of other nodes come over
 * one channel. A message that is sent twice is delivered once: each has the number that its node gave it. Those that are lost are
 * missed: by whom, `MessageCounts` and the mark of the next message of their node tell.
 */
export class RedisBus implements Bus {
  readonly #options: RedisBusOptions
  readonly #topics = new Map<string, Set<Subscription>>()
  readonly #node = randomName(16)
  readonly #counts = new MessageCounts()
  readonly #gaps: GapWatch
  #sent = 0
  /** Messages of this node were lost, and the others do not know it yet. */
  #owesGap = false
  #isTelling = false
  #isClosed = false
  #stop: () => void = () => {}

  constructor(options: RedisBusOptions) {
    this.#options = options
    this.#gaps = new GapWatch({ ...options, counts: this.#counts, key: this.#channel, shard })
  }

  /** Resolves when messages of other nodes are heard. Rejects with what the client says if that fails for `openMs`. */
  async open(): Promise<void> {
    const { connection, clock } = this.#options
    const dueAt = clock.now() + openMs
    for (;;) {
      try {
        this.#stop = await connection.subscribe(this.#channel, (message) => this.#receive(message))
        await this.#gaps.read()
        return
      } catch (error) {
        if (clock.now() >= dueAt) throw error
        await pause(clock, jitter(20, 100))
      }
    }
  }

  close(): void {
    this.#isClosed = true
    this.#stop()
    this.#gaps.close()
    this.#topics.clear()
  }

  async publish(topic: string, message: JsonValue): Promise<void> {
    const text = toJsonText('bus: a message', message)
    const subscriptions = this.#topics.get(topic)
    if (subscriptions !== undefined) {
      const receivers = [...subscriptions]
      queueMicrotask(() => this.#deliver(receivers, JSON.parse(text)))
    }
    try {
      await this.#send(`${JSON.stringify(topic)} ${text}`)
    } catch (error) {
      this.#options.logger.warn('A message could not be sent to other nodes', { error: toStoreError(error) })
      void this.#tellGap()
    }
  }

  onGap(listener: () => void): Unsubscribe {
    return this.#gaps.add(listener)
  }

  subscribe(topic: string, listener: (message: JsonValue) => void): Unsubscribe {
    const subscription: Subscription = { listener, isActive: true }
    const subscriptions = this.#topics.get(topic) ?? new Set()
    this.#topics.set(topic, subscriptions.add(subscription))
    return () => {
      subscription.isActive = false
      if (subscriptions.delete(subscription) && subscriptions.size === 0 && this.#topics.get(topic) === subscriptions) {
        this.#topics.delete(topic)
      }
    }
  }

  get #channel(): string {
    return this.#options.keys.inShard(shard, 'bus', '')
  }

  /** Sends a message: its topic and text, or nothing but its number. The first one after a loss has a mark. */
  async #send(content: string): Promise<void> {
    const { commands, publish } = this.#options
    this.#sent += 1
    const mark = this.#owesGap ? '!' : ''
    this.#owesGap = false
    const id = `${this.#node} ${this.#sent}`
    try {
      await commands.send(['EVAL', publishScript, '1', this.#channel, publish, id, ` ${mark}${content}`], shard)
    } catch (error) {
      this.#owesGap = true
      throw error
    }
  }

  /** Tells the other nodes of a loss when Redis is back, unless another message does. */
  async #tellGap(): Promise<void> {
    if (this.#isTelling) return
    this.#isTelling = true
    const { commands, clock } = this.#options
    while (this.#owesGap && !this.#isClosed) {
      await commands.whenBack(shard)
      await pause(clock, jitter(100, 500))
      if (this.#owesGap && !this.#isClosed) await this.#send('').catch(() => {})
    }
    this.#isTelling = false
  }

  /** The count of the message, its node and number, the mark, and the topic and text if it has them. */
  #receive(envelope: string): void {
    const { count, node, number, mark, topic, text } = envelopePattern.exec(envelope)?.groups ?? {}
    if (node === undefined) return
    const isGap = this.#counts.received({ count: Number(count), id: `${node} ${number}` })
    const order = node === this.#node ? 'old' : this.#counts.numbered(node, Number(number))
    if (isGap || order === 'gap' || (order === 'next' && mark === '!')) this.#gaps.report()
    if (order === 'old' || topic === undefined || text === undefined) return
    const subscriptions = this.#topics.get(JSON.parse(topic))
    if (subscriptions !== undefined) this.#deliver([...subscriptions], JSON.parse(text))
  }

  #deliver(receivers: readonly Subscription[], message: JsonValue): void {
    for (const { listener, isActive } of receivers) {
      if (!isActive) continue
      try {
        listener(message)
      } catch (error) {
        this.#options.logger.error('A listener of the bus failed', { error })
      }
    }
  }
}
