import { type FaultProxy, startFaultProxy } from '../redis/support/fault-proxy.js'
import { startCluster } from '../redis/support/open-cluster.js'
import { startSentinelGroup } from '../redis/support/open-sentinel.js'
import { startRedis } from '../redis/support/redis-server.js'
import type { Topology, TopologyAddress } from './topologies.js'

/** Redis, and what can go wrong with it. */
export interface OpenedTopology {
  /** Where nodes connect to. */
  readonly address: TopologyAddress
  /** Closes all connections of nodes to Redis and refuses new ones for a time. */
  cut(ms: number): Promise<void>
  /** Lets the newest writes be lost in a failover; only sentinels have one. Resolves when the replica has taken over. */
  failOver(tailMs: number, onKill: () => void): Promise<void>
  close(): Promise<void>
}

export async function openTopology(topology: Topology): Promise<OpenedTopology> {
  if (topology === 'cluster') return openCluster()
  return topology === 'sentinel' ? openSentinel() : openSingle()
}

async function openSingle(): Promise<OpenedTopology> {
  const redis = await startRedis()
  const proxies = await Proxies.open([redis.port])
  return {
    address: { port: proxies.ports[0] ?? 0, proxied: {} },
    cut: (ms) => proxies.cut(ms),
    failOver: nothing,
    async close() {
      await proxies.close()
      await redis.kill()
    },
  }
}

async function openCluster(): Promise<OpenedTopology> {
  const cluster = await startCluster()
  const proxies = await Proxies.open(cluster.nodes.map(({ port }) => port))
  return {
    address: { port: proxies.ports[0] ?? 0, proxied: proxies.byTarget },
    cut: (ms) => proxies.cut(ms),
    failOver: nothing,
    async close() {
      await proxies.close()
      await cluster.close()
    },
  }
}

/** The sentinel sees the servers as they are, nodes only through proxies: a cut is no failover. */
async function openSentinel(): Promise<OpenedTopology> {
  const group = await startSentinelGroup()
  const proxies = await Proxies.open(group.ports)
  return {
    address: { port: group.port, proxied: proxies.byTarget },
    cut: (ms) => proxies.cut(ms),
    async failOver(tailMs, onKill) {
      await group.replicated().catch(() => {}) // it never catches up while much is written
      group.loseTail()
      await wait(tailMs)
      onKill()
      await group.failOver()
    },
    async close() {
      await proxies.close()
      await group.close()
    },
  }
}

/** A proxy in front of each server. */
class Proxies {
  readonly #proxies: readonly FaultProxy[]
  readonly byTarget: Readonly<Record<string, number>>

  static async open(targets: readonly number[]): Promise<Proxies> {
    return new Proxies(targets, await Promise.all(targets.map((target) => startFaultProxy(target))))
  }

  private constructor(targets: readonly number[], proxies: readonly FaultProxy[]) {
    this.#proxies = proxies
    this.byTarget = Object.fromEntries(targets.map((target, index) => [target, proxies[index]?.port ?? 0]))
  }

  get ports(): readonly number[] {
    return this.#proxies.map(({ port }) => port)
  }

  async cut(ms: number): Promise<void> {
    for (const proxy of this.#proxies) proxy.cut({ refuse: true })
    await wait(ms)
    for (const proxy of this.#proxies) proxy.cut()
  }

  async close(): Promise<void> {
    await Promise.all(this.#proxies.map((proxy) => proxy.close()))
  }
}

async function nothing(): Promise<void> {}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
