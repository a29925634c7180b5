import { ShardMonitor, type ShardMonitorOptions, type Watcher, type WriterCheck } from './shard-monitor.js'

/** The monitors of all shards, made when they are needed. */
export class Shards {
  readonly #options: ShardMonitorOptions
  readonly #monitors = new Map<number, ShardMonitor>()
  #writer: WriterCheck = { keyOf: () => undefined, onSweep: () => {} }
  #isClosed = false

  constructor(options: ShardMonitorOptions) {
    this.#options = options
  }

  /** Sets the one check of what this node wrote. */
  checkWriter(writer: WriterCheck): void {
    this.#writer = writer
  }

  /** Returns a function that ends it. */
  watch(shard: number, watcher: Watcher): () => void {
    return this.#monitor(shard).watch(watcher)
  }

  /** Tells the watchers on this node that a key changed. */
  hint(shard: number, change: { readonly kind: string; readonly id: string; readonly detail: string }): void {
    this.#monitors.get(shard)?.hint(change.kind, change.id, change.detail)
  }

  /** Called after a write that has to be checked later. */
  wrote(shard: number): void {
    this.#monitor(shard).arm()
  }

  close(): void {
    this.#isClosed = true
    for (const monitor of this.#monitors.values()) monitor.close()
  }

  #monitor(shard: number): ShardMonitor {
    const existing = this.#monitors.get(shard)
    if (existing !== undefined) return existing
    const writer: WriterCheck = {
      keyOf: (each) => this.#writer.keyOf(each),
      onSweep: (each, state) => this.#writer.onSweep(each, state),
    }
    const monitor = new ShardMonitor(shard, this.#options, writer)
    if (this.#isClosed) monitor.close()
    else this.#monitors.set(shard, monitor)
    return monitor
  }
}
