import type { Clock } from 'omniport/jsonrpc'
import type { RedisConnection } from '../connection/redis-connection.js'
import { jitter, pause } from '../values/system-clock.js'
import { Availability } from './availability.js'
import { fromReply, isReply, StoreUnavailable } from './store-unavailable.js'

export interface RedisCommandsOptions {
  readonly connection: RedisConnection
  readonly clock: Clock
  /** No reply for this time, while a command waits for one, means that Redis is away. */
  readonly timeoutMs: number
  /** Commands without a reply. One more is refused. */
  readonly maxInFlight: number
  /** A key of a shard, with which its primary is probed. */
  readonly probeKey: (shard: number) => string
}

interface Waiting {
  readonly sentAt: number
  readonly group: number
  readonly fail: () => void
}

/**
 * Sends commands, no more than `maxInFlight` at once. Every command has to be one that may run twice: it is sent again when the
 * connection is lost. When a reply does not come in time Redis is away, and further commands are refused at once until it answers
 * a probe. A command counts until the client gives it up, so that what clients hold back is bounded too.
 */
export class RedisCommands {
  readonly #options: RedisCommandsOptions
  readonly #availability: Availability
  /** The commands that wait, the oldest first. */
  readonly #waiting = new Set<Waiting>()
  /** When the last reply of a primary came. */
  readonly #repliedAt = new Map<number, number>()
  readonly #idleListeners = new Set<() => void>()
  #inFlight = 0
  #sent = 0
  #stopTimer: (() => void) | undefined
  #isClosed = false

  constructor(options: RedisCommandsOptions) {
    this.#options = options
    const { connection, clock, timeoutMs, probeKey } = options
    const probe = (shard: number) => connection.command(['EXISTS', probeKey(shard)])
    this.#availability = new Availability({ clock, timeoutMs, probe })
  }

  /** The commands that the client was given so far. */
  get sent(): number {
    return this.#sent
  }

  /** Commands that have no reply yet. */
  get inFlight(): number {
    return this.#inFlight
  }

  /** Waits for a primary that are not over. */
  get waitCount(): number {
    return this.#availability.waitCount
  }

  /** Resolves when the primary of a shard answers again; see `Availability.whenBack`. */
  whenBack(shard: number, other?: Promise<unknown>): Promise<void> {
    return this.#availability.whenBack(this.groupOf(shard), other)
  }

  /** Rejects with `StoreUnavailable`, at once while Redis is away, and with an error reply of Redis as it is. */
  async send(args: readonly string[], shard: number): Promise<unknown> {
    const { clock, timeoutMs } = this.#options
    const dueAt = clock.now() + timeoutMs
    for (let attempt = 0; ; attempt++) {
      this.#assertAvailable(shard)
      try {
        return await this.#sendOnce(args, shard)
      } catch (error) {
        if (error instanceof StoreUnavailable || isReply(error)) throw error
        const delayMs = jitter(5, 20) * 2 ** Math.min(attempt, 4)
        if (clock.now() + delayMs >= dueAt) throw this.#away(shard, error)
        await pause(clock, delayMs)
      }
    }
  }

  /** Waits for what is being sent, as one more command without a reply. Rejects with `StoreUnavailable` as `send` does. */
  async waitFor(sent: Promise<void> | undefined, shard: number): Promise<void> {
    this.#assertAvailable(shard)
    this.#inFlight += 1
    await sent
    this.#inFlight -= 1
  }

  /** Resolves when no command waits, nor has begun a turn of the event loop later: what follows a reply is waited for too. */
  async idle(): Promise<void> {
    do {
      if (this.#waiting.size > 0) await new Promise<void>((resolve) => this.#idleListeners.add(resolve))
      await new Promise(setImmediate)
    } while (this.#waiting.size > 0)
  }

  /** Refuses further commands, and rejects those that wait. */
  close(): void {
    this.#isClosed = true
    this.#availability.close()
    for (const { fail } of [...this.#waiting]) fail()
  }

  #sendOnce(args: readonly string[], shard: number): Promise<unknown> {
    const { timeoutMs, connection, clock } = this.#options
    const group = this.groupOf(shard)
    return new Promise((resolve, reject) => {
      const fail = () => {
        this.#remove(waiting)
        const reason = this.#isClosed ? 'The stores are closed' : `Redis did not answer within ${timeoutMs} ms`
        reject(this.#away(shard, new Error(reason)))
      }
      const waiting: Waiting = { sentAt: clock.now(), group, fail }
      const settle = () => {
        this.#inFlight -= 1
        this.#remove(waiting)
      }
      this.#inFlight += 1
      this.#sent += 1
      this.#waiting.add(waiting)
      this.#arm()
      call(connection, args).then(
        (reply) => {
          settle()
          this.#repliedAt.set(group, clock.now())
          resolve(reply)
        },
        (error: unknown) => {
          settle()
          if (isReply(error)) this.#repliedAt.set(group, clock.now())
          reject(error)
        },
      )
    })
  }

  #assertAvailable(shard: number): void {
    const { maxInFlight } = this.#options
    if (this.#isClosed) throw new StoreUnavailable(new Error('The stores are closed'))
    if (this.#availability.isAway(this.groupOf(shard))) throw new StoreUnavailable(new Error('Redis is away'))
    if (this.#inFlight >= maxInFlight) {
      throw new StoreUnavailable(new Error(`${maxInFlight} commands have no reply yet (maxInFlight)`))
    }
  }

  #away(shard: number, cause: unknown): StoreUnavailable {
    if (!this.#isClosed) this.#availability.lost(this.groupOf(shard))
    return new StoreUnavailable(cause)
  }

  /** Without a cluster all shards have one primary. */
  groupOf(shard: number): number {
    return this.#options.connection.cluster === true ? shard : 0
  }

  /** Looks a few times in `timeoutMs` while commands wait. */
  #arm(): void {
    if (this.#stopTimer !== undefined) return
    const { clock, timeoutMs } = this.#options
    this.#stopTimer = clock.after(timeoutMs / 4, () => {
      // A process that was busy reads first what has arrived.
      setImmediate(() => {
        this.#failOverdue()
        this.#stopTimer = undefined
        if (this.#waiting.size > 0) this.#arm()
      })
    })
  }

  #failOverdue(): void {
    const { clock, timeoutMs } = this.#options
    const latest = clock.now() - timeoutMs
    for (const { sentAt, group, fail } of [...this.#waiting]) {
      if (Math.max(sentAt, this.#repliedAt.get(group) ?? 0) <= latest) fail()
    }
  }

  #remove(waiting: Waiting): void {
    this.#waiting.delete(waiting)
    if (this.#waiting.size > 0) return
    this.#stopTimer?.()
    this.#stopTimer = undefined
    for (const listener of this.#idleListeners) listener()
    this.#idleListeners.clear()
  }
}

/** A client may also throw at once. */
async function call(connection: RedisConnection, args: readonly string[]): Promise<unknown> {
  return connection.command(args)
}

/** Converts what `send` rejects with to an error for callers. */
export function toStoreError(error: unknown): unknown {
  return isReply(error) ? fromReply(error) : error
}
