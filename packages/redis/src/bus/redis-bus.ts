import type { JsonValue } from 'omniport/protocol'
import type { Bus, Unsubscribe } from 'omniport/store'
import { type RedisCommands, toStoreError } from '../commands/redis-commands.js'
import type { RedisConnection } from '../connection/redis-connection.js'
import type { Clock, Logger } from '../options/redis-options.js'
import type { Keys } from '../shards/keys.js'
import { toJsonText } from '../values/json-text.js'
import { randomName } from '../values/random-name.js'
import { jitter, pause } from '../values/system-clock.js'

export interface RedisBusOptions {
  readonly connection: RedisConnection
  readonly commands: RedisCommands
  readonly keys: Keys
  /** PUBLISH, or SPUBLISH in a cluster. */
  readonly publish: string
  readonly logger: Logger
  readonly clock: Clock
}

interface Subscription {
  readonly listener: (message: JsonValue) => void
  isActive: boolean
}

/** The time in which a connection that breaks at the start is tried again. */
const openMs = 5_000

/** Nodes whose last message is remembered. */
const maxNodes = 10_000

/** The shard whose channel all messages go to. */
const shard = 0

/**
 * A bus over Redis. Messages of this node reach its own listeners at once, also while Redis is away; those of other nodes come over
 * one channel. A message that is sent twice is delivered once: each has the number that its node gave it.
 */
export class RedisBus implements Bus {
  readonly #options: RedisBusOptions
  readonly #topics = new Map<string, Set<Subscription>>()
  readonly #node = randomName(16)
  /** The number of the last message of each other node. */
  readonly #last = new Map<string, number>()
  #sent = 0
  #stop: () => void = () => {}

  constructor(options: RedisBusOptions) {
    this.#options = options
  }

  /** Resolves when messages of other nodes are heard. Rejects with what the client says if that fails for `openMs`. */
  async open(): Promise<void> {
    const { connection, clock } = this.#options
    const dueAt = clock.now() + openMs
    for (;;) {
      try {
        this.#stop = await connection.subscribe(this.#channel, (message) => this.#receive(message))
        return
      } catch (error) {
        if (clock.now() >= dueAt) throw error
        await pause(clock, jitter(20, 100))
      }
    }
  }

  close(): void {
    this.#stop()
    this.#topics.clear()
  }

  async publish(topic: string, message: JsonValue): Promise<void> {
    const text = toJsonText('bus: a message', message)
    const { commands, publish, logger } = this.#options
    const receivers = [...(this.#topics.get(topic) ?? [])]
    if (receivers.length > 0) queueMicrotask(() => this.#deliver(receivers, JSON.parse(text)))
    this.#sent += 1
    const envelope = `${this.#node} ${this.#sent} ${JSON.stringify(topic)} ${text}`
    try {
      await commands.send([publish, this.#channel, envelope], shard)
    } catch (error) {
      logger.warn('A message could not be sent to other nodes', { error: toStoreError(error) })
    }
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

  #receive(envelope: string): void {
    const [, node, number, topic, text] = /^([0-9a-z]{16}) (\d+) ("(?:[^"\\]|\\.)*") (.*)$/s.exec(envelope) ?? []
    if (node === undefined || topic === undefined || text === undefined || node === this.#node) return
    if (Number(number) <= (this.#last.get(node) ?? 0)) return
    this.#last.delete(node)
    this.#last.set(node, Number(number))
    if (this.#last.size > maxNodes) this.#last.delete(this.#last.keys().next().value ?? '')
    const receivers = [...(this.#topics.get(JSON.parse(topic)) ?? [])]
    if (receivers.length > 0) this.#deliver(receivers, JSON.parse(text))
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
