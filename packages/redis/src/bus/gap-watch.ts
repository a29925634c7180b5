import type { RedisCommands } from '../commands/redis-commands.js'
import type { Clock } from '../options/redis-options.js'
import { jitter } from '../values/system-clock.js'
import type { MessageCounts, MessageHead } from './message-counts.js'

export interface GapWatchOptions {
  readonly commands: RedisCommands
  readonly clock: Clock
  readonly counts: MessageCounts
  /** The key that has the count of messages, and its shard. */
  readonly key: string
  readonly shard: number
  /** The least and the most time between two looks at the count. */
  readonly sweepMs: readonly [number, number]
}

/** Gaps of this time are told as one: a Redis that was away is often the reason of several. */
const mergeMs = [200, 400] as const

/** Tells listeners of messages that were lost. While there are listeners it reads the count of messages from time to time. */
export class GapWatch {
  readonly #options: GapWatchOptions
  readonly #listeners = new Set<() => void>()
  #stopRead: (() => void) | undefined
  #stopTelling: (() => void) | undefined
  /** Listeners that come and go meanwhile start no second row of looks. */
  #isReading = false
  #isClosed = false

  constructor(options: GapWatchOptions) {
    this.#options = options
  }

  /** Returns a function that removes the listener. */
  add(listener: () => void): () => void {
    const each = () => listener()
    this.#listeners.add(each)
    this.#readLater()
    return () => {
      this.#listeners.delete(each)
      if (this.#listeners.size > 0) return
      this.#stopRead?.()
      this.#stopRead = undefined
    }
  }

  /** Messages are missing. */
  report(): void {
    if (this.#isClosed || this.#listeners.size === 0) return
    this.#stopTelling ??= this.#options.clock.after(
      jitter(...mergeMs),
      () => {
        this.#stopTelling = undefined
        for (const listener of [...this.#listeners]) listener()
      },
      { background: true },
    )
  }

  /** Looks once. Never rejects. */
  async read(): Promise<void> {
    const { commands, counts, key, shard } = this.#options
    const before = counts.last
    try {
      const reply = await commands.send(['GET', key], shard)
      if (counts.read(toHead(reply), before)) this.report()
    } catch {
      // Redis is away, or refuses: what was lost meanwhile is found when it is back.
      await commands.whenBack(shard)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#stopRead?.()
    this.#stopTelling?.()
    this.#listeners.clear()
  }

  #readLater(): void {
    if (this.#isReading || this.#stopRead !== undefined || this.#isClosed || this.#listeners.size === 0) return
    const { clock, sweepMs } = this.#options
    this.#stopRead = clock.after(
      jitter(...sweepMs),
      () => {
        this.#stopRead = undefined
        this.#isReading = true
        void this.read().finally(() => {
          this.#isReading = false
          this.#readLater()
        })
      },
      { background: true },
    )
  }
}

/** The count and the id of the last message, as they are stored. */
function toHead(reply: unknown): MessageHead {
  const { count = '0', id = '' } = /^(?<count>\d+) (?<id>.*)$/.exec(String(reply))?.groups ?? {}
  return { count: Number(count), id }
}
