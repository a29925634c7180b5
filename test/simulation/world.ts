import type { Logger } from '../../packages/omniport/src/async/runtime/logger.js'
import { createLimits } from '../../packages/omniport/src/protocol/limits/limits.js'
import { createMemoryBus } from '../../packages/omniport/src/store/memory/memory-bus.js'
import { createMemoryEventLog } from '../../packages/omniport/src/store/memory/memory-event-log.js'
import { createMemoryInbox } from '../../packages/omniport/src/store/memory/memory-inbox.js'
import { createMemorySessions } from '../../packages/omniport/src/store/memory/memory-records.js'
import type { Stores } from '../../packages/omniport/src/store/stores.js'
import { History } from '../history/history.js'
import type { Plan } from './plan.js'
import { Random } from './random.js'
import { Scheduler } from './scheduler.js'
import { SimulatedRuntime } from './simulated-runtime.js'
import { SimulatedServer } from './simulated-server.js'
import { SimulatedWeb } from './simulated-web.js'

/** Everything of one run: time, chance, the network, the servers and what happened. */
export class World {
  readonly plan: Plan
  readonly random: Random
  readonly runtime: SimulatedRuntime
  readonly scheduler: Scheduler
  readonly history: History
  readonly web: SimulatedWeb
  readonly #stores: Stores | undefined
  readonly #servers: SimulatedServer[] = []
  /** Those that are not closing. */
  readonly #up: SimulatedServer[] = []
  readonly #closings: Promise<void>[] = []

  constructor(plan: Plan, random: Random, startMs: number) {
    this.plan = plan
    this.random = random
    this.runtime = new SimulatedRuntime(new Random(random.between(0, 2 ** 31)), startMs)
    this.scheduler = new Scheduler(random, this.runtime)
    this.history = new History(() => this.runtime.elapsedMs)
    this.web = new SimulatedWeb({ random, scheduler: this.scheduler })
    this.#stores = plan.sharesStores ? this.#createStores() : undefined
    for (let node = 0; node < plan.nodes; node += 1) this.start()
  }

  /** A server that new connections may get to. */
  get server(): SimulatedServer {
    return this.random.pick(this.#up.length > 0 ? this.#up : this.#servers.slice(-1))
  }

  get servers(): readonly SimulatedServer[] {
    return this.#servers
  }

  /** Starts a server, over the same stores where there are some. */
  start(): void {
    const { history, runtime, plan } = this
    const name = `server-${this.#servers.length + 1}`
    const { limits, answers, sessions } = plan
    this.note(`${name} starts`)
    const stores = this.#stores
    const server = new SimulatedServer({
      ...{ name, history, runtime, limits, stores, answers, sessions },
      logger: this.#logger,
    })
    this.#servers.push(server)
    this.#up.push(server)
    this.web.handlers = this.#up.map(({ handler }) => handler)
  }

  /** Closes the server that has been there for longest. Until another starts, it refuses what gets to it. */
  close(): Promise<void> {
    const server = this.#up.shift()
    if (server === undefined) return Promise.resolve()
    this.note(`${server.name} closes`)
    if (this.#up.length > 0) this.web.handlers = this.#up.map(({ handler }) => handler)
    const closing = server.close()
    this.#closings.push(closing)
    return closing
  }

  /** Closes them all. */
  async closeAll(): Promise<void> {
    while (this.#up.length > 0) void this.close()
    await Promise.all(this.#closings)
    this.web.handlers = []
  }

  note(text: string): void {
    this.history.record({ kind: 'note', text })
  }

  #createStores(): Stores {
    const { runtime, plan } = this
    const limits = createLimits(plan.limits)
    return {
      bus: createMemoryBus({ logger: this.#logger }),
      eventLog: createMemoryEventLog({ limits, clock: runtime }),
      inbox: createMemoryInbox({ clock: runtime }),
      sessions: createMemorySessions({ clock: runtime }),
    }
  }

  readonly #logger: Logger = {
    warn: (message) => {
      if (message.startsWith('Log messages and progress are left out')) this.history.record({ kind: 'left-out' })
      this.note(`warning: ${message}`)
    },
    error: (message, details) => {
      const { error } = details as { readonly error?: unknown }
      this.note(`logged: ${message} ${error instanceof Error ? error.message : ''}`)
    },
  }
}
