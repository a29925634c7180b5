import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startHaproxy } from '../nodes/support/start-haproxy.js'
import { NodeProcess } from '../nodes/support/start-nodes.js'
import { freePort } from '../support/free-port.js'
import { ChaosClient } from './chaos-client.js'
import { type ChaosReport, checkHistory } from './check-history.js'
import type { ChaosEvent } from './history.js'
import { type OpenedTopology, openTopology } from './open-topology.js'
import type { Topology } from './topologies.js'

export interface ChaosOptions {
  /** The bundled program of a node. */
  readonly program: string
  readonly topology: Topology
  readonly calls: number
  readonly clients: number
  /** The pause between two kills. */
  readonly killMs: number
  /** Cuts of the connections to Redis, and how long each lasts. */
  readonly cuts: number
  readonly cutMs: number
  /** The time that calls have. */
  readonly timeoutMs: number
  /** A node dies with the primary. */
  readonly killsWriter?: boolean | undefined
}

export interface ChaosResult extends ChaosReport {
  readonly kills: number
  /** Bytes of the heap of the node that lives on, and when they were measured in milliseconds. */
  readonly memory: readonly { readonly t: number; readonly value: number }[]
}

const steps = 5

/** Calls a service of three nodes while its nodes, and the Redis that they share, go and come. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { program, topology, calls, clients, timeoutMs } = options
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'))
  const effects = join(folder, 'effects.jsonl')
  writeFileSync(effects, '')
  const redis = await openTopology(topology)
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const nodes = ports.map(
    (port) => new ChaosNode(program, [topology, JSON.stringify(redis.address), `${port}`, effects]),
  )
  await Promise.all(nodes.map((node) => node.start()))
  const haproxy = await startHaproxy(ports)
  const events: ChaosEvent[] = []
  let called = 0
  let isOver = false
  const next = () => !isOver && called++ < calls
  const url = `http://127.0.0.1:${haproxy.port}/mcp`
  const revisions = ['2025-11-25', '2026-07-28', '2025-06-18', '2026-07-28'] as const
  const running = Array.from({ length: clients }, (_, index) => {
    const revision = revisions[index % revisions.length] ?? '2025-11-25'
    const record = (event: ChaosEvent) => void events.push(event)
    return new ChaosClient({ name: `c${index}`, url, revision, timeoutMs, steps, record }).run(next)
  })
  const faults = new Faults(options, nodes, redis, () => called)
  const chaos = faults.run()
  await Promise.all(running)
  isOver = true
  faults.stop()
  await chaos
  await haproxy.close()
  await Promise.all(nodes.map((node) => node.stop()))
  await redis.close()
  const lines = readFileSync(effects, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  rmSync(folder, { recursive: true, force: true })
  const report = checkHistory({
    events: [...events, ...lines.map((line) => JSON.parse(line) as ChaosEvent)],
    steps,
    graceMs: 5_000,
  })
  return { ...report, kills: faults.kills, memory: faults.memory }
}

/** A node that is killed and started again, at the same port. */
class ChaosNode {
  readonly #program: string
  readonly #args: readonly string[]
  #process: NodeProcess | undefined

  constructor(program: string, args: readonly string[]) {
    this.#program = program
    this.#args = args
  }

  async start(): Promise<void> {
    const process = new NodeProcess(this.#program, this.#args, ['--expose-gc'])
    await process.started()
    this.#process = process
  }

  /** Kills it if it runs. Returns false if it is not up yet. */
  async restart(): Promise<boolean> {
    const process = this.#process
    if (process === undefined) return false
    this.#process = undefined
    await process.kill()
    await this.start()
    return true
  }

  heapBytes(): Promise<number> {
    return this.#process?.ask({ type: 'activity' }) as Promise<number>
  }

  async stop(): Promise<void> {
    await this.#process?.kill()
  }
}

class Faults {
  kills = 0
  readonly memory: { readonly t: number; readonly value: number }[] = []
  readonly #options: ChaosOptions
  readonly #nodes: readonly ChaosNode[]
  readonly #redis: OpenedTopology
  readonly #called: () => number
  readonly #restarts: Promise<unknown>[] = []
  readonly #startedAt = performance.now()
  #isStopped = false

  constructor(options: ChaosOptions, nodes: readonly ChaosNode[], redis: OpenedTopology, called: () => number) {
    this.#options = options
    this.#nodes = nodes
    this.#redis = redis
    this.#called = called
  }

  stop(): void {
    this.#isStopped = true
  }

  /** The last node lives on, and its memory is looked at. */
  async run(): Promise<void> {
    await Promise.all([this.#killNodes(), this.#breakRedis(), this.#measure()])
    await Promise.all(this.#restarts)
  }

  async #killNodes(): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn++) {
      await wait(this.#options.killMs)
      if (!this.#isStopped) this.#kill(turn % (this.#nodes.length - 1))
    }
  }

  #kill(index: number): void {
    const restarted = this.#nodes[index]?.restart().then((wasUp) => {
      if (wasUp) this.kills += 1
    })
    if (restarted !== undefined) this.#restarts.push(restarted)
  }

  /** Cuts at even parts of the calls, and a failover between the first two. */
  async #breakRedis(): Promise<void> {
    const { cuts, cutMs } = this.#options
    const cutOff = () => this.#redis.cut(cutMs)
    const faults = Array.from({ length: cuts }, () => cutOff)
    faults.splice(1, 0, () => this.#failOver())
    for (const [index, fault] of faults.entries()) {
      if (await this.#reaches((index + 1) / (faults.length + 1))) await fault()
    }
  }

  #failOver(): Promise<void> {
    return this.#redis.failOver(300, () => {
      if (this.#options.killsWriter === true)
        for (const [index] of this.#nodes.slice(0, -1).entries()) this.#kill(index)
    })
  }

  /** Resolves with true when a part of the calls was made; with false if it never is. */
  async #reaches(part: number): Promise<boolean> {
    while (!this.#isStopped && this.#called() < this.#options.calls * part) await wait(50)
    return !this.#isStopped
  }

  async #measure(): Promise<void> {
    const node = this.#nodes.at(-1)
    while (!this.#isStopped && node !== undefined) {
      this.memory.push({ t: performance.now() - this.#startedAt, value: await node.heapBytes() })
      await wait(1_000)
    }
  }
}
