import { startFaultProxy } from '../redis/support/fault-proxy.js'
import { startCluster } from '../redis/support/open-cluster.js'
import { startSentinelGroup } from '../redis/support/open-sentinel.js'
import { startRedis } from '../redis/support/redis-server.js'
import type { Topology } from './topologies.js'

/** Redis, and what can go wrong with it. */
export interface OpenedTopology {
  /** Where nodes connect to. */
  readonly port: number
  /** Closes all connections to Redis and refuses new ones for a time. */
  cut(ms: number): Promise<void>
  /** Lets the newest writes be lost in a failover; once. Resolves when the replica has taken over. */
  failOver(tailMs: number, onKill: () => void): Promise<void>
  close(): Promise<void>
}

export async function openTopology(topology: Topology): Promise<OpenedTopology> {
  if (topology === 'cluster') {
    const cluster = await startCluster()
    return { port: cluster.port, cut: nothing, failOver: nothing, close: () => cluster.close() }
  }
  return topology === 'sentinel' ? openSentinel() : openSingle()
}

async function openSingle(): Promise<OpenedTopology> {
  const redis = await startRedis()
  const proxy = await startFaultProxy(redis.port)
  return {
    port: proxy.port,
    async cut(ms) {
      proxy.cut({ refuse: true })
      await wait(ms)
      proxy.cut()
    },
    failOver: nothing,
    async close() {
      await proxy.close()
      await redis.kill()
    },
  }
}

async function openSentinel(): Promise<OpenedTopology> {
  const group = await startSentinelGroup()
  let isOver = false
  return {
    port: group.port,
    cut: nothing,
    async failOver(tailMs, onKill) {
      if (isOver) return
      isOver = true
      await group.replicated().catch(() => {}) // it never catches up while much is written
      group.loseTail()
      await wait(tailMs)
      onKill()
      await group.failOver()
    },
    close: () => group.close(),
  }
}

async function nothing(): Promise<void> {}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
