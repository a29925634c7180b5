import type { Runtime } from '../../async/runtime/runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { UpstreamConnection } from './upstream-connection.js'

/** All connections of a gateway: so many at most, and none longer than it is of use. */
export class ConnectionPool {
  readonly #limits: Pick<Limits, 'upstreams' | 'upstreamIdleMs'>
  readonly #runtime: Runtime
  readonly #connections = new Set<UpstreamConnection>()
  #stopSweep: (() => void) | undefined

  constructor(limits: Pick<Limits, 'upstreams' | 'upstreamIdleMs'>, runtime: Runtime) {
    this.#limits = limits
    this.#runtime = runtime
  }

  /** Makes room for one more: the one that was unused for longest is closed. @throws RpcError when all are in use. */
  admit(): void {
    const live = [...this.#connections].filter(({ isLive }) => isLive)
    if (live.length < this.#limits.upstreams) return
    const [longest] = live.filter(isUnused).sort((a, b) => a.lastUsedMs - b.lastUsedMs)
    if (longest === undefined) {
      const text = `Too many connections to upstreams are in use: the limit upstreams is ${this.#limits.upstreams}`
      throw RpcError.internal(text)
    }
    void longest.close()
  }

  add(connection: UpstreamConnection): void {
    this.#connections.add(connection)
    this.#stopSweep ??= this.#sweepLater()
  }

  delete(connection: UpstreamConnection): void {
    this.#connections.delete(connection)
    if (this.#connections.size > 0) return
    this.#stopSweep?.()
    this.#stopSweep = undefined
  }

  #sweepLater(): () => void {
    return this.#runtime.after(this.#limits.upstreamIdleMs / 2, () => this.#sweep(), { background: true })
  }

  #sweep(): void {
    this.#stopSweep = undefined
    const nowMs = this.#runtime.now()
    for (const connection of [...this.#connections]) {
      if (!isUnused(connection)) connection.lastUsedMs = nowMs
      else if (nowMs - connection.lastUsedMs >= this.#limits.upstreamIdleMs) void connection.close()
    }
    if (this.#connections.size > 0) this.#stopSweep ??= this.#sweepLater()
  }
}

/** A session may come back to what the upstream keeps for it. */
function isUnused(connection: UpstreamConnection): boolean {
  return connection.isIdle && connection.sessions.size === 0
}
