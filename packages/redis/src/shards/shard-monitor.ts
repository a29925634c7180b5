import type { ScriptRunner } from '../commands/script-runner.js'
import type { RedisConnection } from '../connection/redis-connection.js'
import type { Clock, Logger } from '../options/redis-options.js'
import { jitter } from '../values/system-clock.js'
import type { Keys } from './keys.js'
import { type SweepReply, sweep, type WatchedKey } from './sweep.js'

/** Waits for changes of one key. */
export interface Watcher extends WatchedKey {
  /** Another node, or this one, says that the key changed. `detail` depends on the kind. */
  onHint(detail: string): void
  /** The state of the key as it was read: a hint may be lost. */
  onSweep(state: SweepReply): void
}

/** Checks that what this node wrote to the shard is still there. */
export interface WriterCheck {
  /** The key that this node counts its writes with. Undefined: there is nothing to check. */
  keyOf(shard: number): string | undefined
  onSweep(shard: number, state: SweepReply): void
}

export interface ShardMonitorOptions {
  /** The name of this node in hints: its own are told without Redis. */
  readonly node: string
  readonly connection: RedisConnection
  readonly scripts: ScriptRunner
  readonly keys: Keys
  readonly clock: Clock
  readonly logger: Logger
  /** The least and the most time between two looks at keys without a hint. */
  readonly sweepMs: readonly [number, number]
}

/**
 * Watches the keys of one shard while anything waits for them. Hints come over the channel of the shard; since one may be lost,
 * all keys are read again every 1 to 2 seconds, in one command.
 */
export class ShardMonitor {
  readonly #shard: number
  readonly #options: ShardMonitorOptions
  readonly #writer: WriterCheck
  /** By kind and id. */
  readonly #watchers = new Map<string, Set<Watcher>>()
  #unsubscribe: (() => void) | undefined
  #isSubscribing = false
  #isClosed = false
  #stopTimer: (() => void) | undefined

  constructor(shard: number, options: ShardMonitorOptions, writer: WriterCheck) {
    this.#shard = shard
    this.#options = options
    this.#writer = writer
  }

  /** Returns a function that removes the watcher. */
  watch(watcher: Watcher): () => void {
    const name = watcher.kind + watcher.id
    const watchers = this.#watchers.get(name) ?? new Set()
    this.#watchers.set(name, watchers.add(watcher))
    this.#subscribe()
    this.arm()
    return () => {
      if (watchers.delete(watcher) && watchers.size === 0 && this.#watchers.get(name) === watchers) {
        this.#watchers.delete(name)
      }
    }
  }

  /** Tells the watchers of a key that it changed. */
  hint(kind: string, id: string, detail: string): void {
    for (const watcher of [...(this.#watchers.get(kind + id) ?? [])]) watcher.onHint(detail)
  }

  /** Makes sure that there is a sweep in time, while there is something to sweep. */
  arm(): void {
    if (this.#stopTimer !== undefined || this.#isClosed || this.#isIdle) return
    const [least, most] = this.#options.sweepMs
    this.#stopTimer = this.#options.clock.after(
      jitter(least, most),
      () => {
        this.#stopTimer = undefined
        void this.#sweep()
      },
      { background: true },
    )
  }

  close(): void {
    this.#isClosed = true
    this.#stopTimer?.()
    this.#unsubscribe?.()
    this.#watchers.clear()
  }

  get #isIdle(): boolean {
    return this.#watchers.size === 0 && this.#writer.keyOf(this.#shard) === undefined
  }

  async #sweep(): Promise<void> {
    this.#subscribe()
    const groups = [...this.#watchers.values()].flatMap(([first]) => (first === undefined ? [] : [first]))
    const writerKey = this.#writer.keyOf(this.#shard)
    const { scripts } = this.#options
    try {
      await sweep(scripts, this.#shard, {
        watched: groups,
        writerKey,
        onState: ({ kind, id }, state) => {
          for (const watcher of [...(this.#watchers.get(kind + id) ?? [])]) watcher.onSweep(state)
        },
        onWriter: (state) => this.#writer.onSweep(this.#shard, state),
      })
    } catch {
      // Redis is away, or refuses: the next one comes when it is back, or in its time.
      await scripts.commands.whenBack(this.#shard)
    }
    this.arm()
  }

  /** Subscribes to the channel once anything is watched. What changed before is found by reading again. */
  #subscribe(): void {
    if (this.#unsubscribe !== undefined || this.#isSubscribing || this.#watchers.size === 0 || this.#isClosed) return
    this.#isSubscribing = true
    const { connection, keys, logger } = this.#options
    const onMessage = (message: string) => this.#onMessage(message)
    connection.subscribe(keys.channel(this.#shard), onMessage).then(
      (unsubscribe) => {
        this.#isSubscribing = false
        if (this.#isClosed) unsubscribe()
        else this.#onSubscribed(unsubscribe)
      },
      (error: unknown) => {
        this.#isSubscribing = false
        logger.warn('A channel of Redis could not be subscribed to; changes are found by reading again', { error })
      },
    )
  }

  #onSubscribed(unsubscribe: () => void): void {
    this.#unsubscribe = unsubscribe
    for (const watchers of [...this.#watchers.values()]) for (const watcher of [...watchers]) watcher.onHint('')
  }

  /** The kind, one character; the detail up to the first space; the id. */
  #onMessage(message: string): void {
    const end = message.indexOf(' ')
    const detail = message.slice(1, end)
    if (end > 0 && !detail.endsWith(this.#options.node)) this.hint(message.slice(0, 1), message.slice(end + 1), detail)
  }
}
