import type { SweepReply } from '../shards/sweep.js'
import type { LogServices } from './log-services.js'

export interface ShardCountsOptions extends Pick<LogServices, 'keys' | 'shards' | 'clock'> {
  readonly writer: string
  /** The time that Redis keeps a count without a write. */
  readonly lifetimeMs: number
  /** Called when Redis has lost writes of this node to a shard. */
  readonly onLoss: (shard: number) => void
}

interface Count {
  count: number
  /** The time of Redis until which it is kept, and the same by the clock of this node. */
  until: number
  checkUntil: number
}

/**
 * Redis counts what each node appends to a shard. A count that is less than the one that was acknowledged means that Redis has lost
 * the last writes, such as by a failover.
 */
export class ShardCounts {
  readonly #options: ShardCountsOptions
  readonly #counts = new Map<number, Count>()

  constructor(options: ShardCountsOptions) {
    this.#options = options
    options.shards.checkWriter({
      keyOf: (shard) => (this.#isKept(shard) ? this.keyOf(shard) : undefined),
      onSweep: (shard, state) => this.#onSweep(shard, state),
    })
  }

  keyOf(shard: number): string {
    return this.#options.keys.inShard(shard, 'w', this.#options.writer)
  }

  acknowledged(shard: number, { count, nowMs }: { readonly count: number; readonly nowMs: number }): void {
    const { clock, lifetimeMs, shards, onLoss } = this.#options
    const known = this.#counts.get(shard)
    const isLess = known !== undefined && nowMs < known.until && count <= known.count
    this.#counts.set(shard, { count, until: nowMs + lifetimeMs, checkUntil: clock.now() + lifetimeMs })
    if (isLess) onLoss(shard)
    shards.wrote(shard)
  }

  #isKept(shard: number): boolean {
    const known = this.#counts.get(shard)
    if (known === undefined) return false
    if (this.#options.clock.now() < known.checkUntil) return true
    this.#counts.delete(shard)
    return false
  }

  #onSweep(shard: number, { nowMs, fields: [field] }: SweepReply): void {
    const known = this.#counts.get(shard)
    const count = Number(field ?? 0)
    if (known === undefined || nowMs >= known.until || count >= known.count) return
    known.count = count
    this.#options.onLoss(shard)
  }
}
