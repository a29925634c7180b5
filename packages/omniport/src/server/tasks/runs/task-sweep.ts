import { ExpiringMap } from '../../../async/timers/expiring-map.js'
import type { Unsubscribe } from '../../../store/bus.js'
import type { JsonValue } from '../../../values/json/json-value.js'
import type { LiveRecord } from '../records/task-record.js'
import { isLive } from '../records/task-records.js'
import type { TaskEnvironment } from '../service/task-environment.js'
import { taskTimes } from '../task-times.js'

/** What a node tells the others of its runs, in parts of at most `maxIds` ids. */
interface RunNotice {
  readonly node: string
  /** Tasks that run there now. */
  readonly running?: readonly string[]
  /** Tasks that ended there. */
  readonly ended?: readonly string[]
  /** Tasks that the node leaves to others, since it closes. */
  readonly left?: readonly string[]
}

interface Followed {
  /** False once nobody needs to look. */
  isWanted: boolean
}

/**
 * Goes on with the tasks of nodes that are gone, without a client that asks for them. A node tells the others what it runs: of a
 * new task soon, and of all every `taskTimes.renew`. A task that no node speaks of for longer than a lease is looked at by each of
 * them, and one gets its lease. Where no task runs, there are no messages and no timers.
 */
export class TaskSweep {
  readonly #environment: TaskEnvironment
  readonly #start: (id: string, record: LiveRecord) => void
  /** Tasks that run here; true if the other nodes know. */
  readonly #running = new Map<string, boolean>()
  /** Tasks that ended here, since the last message, and that the other nodes know. */
  #ended: string[] = []
  /** Tasks whose runs here ended after it was closed, but not they. */
  readonly #left: string[] = []
  /** Tasks that run elsewhere, as far as this node heard. */
  readonly #followed: ExpiringMap<Followed>
  readonly #topic: string
  readonly #unsubscribe: Unsubscribe
  #timer: { readonly at: number; readonly stop: () => void } | undefined
  /** When the next message says all that runs here. */
  #allAt = 0
  #isClosed = false

  /** `start` runs a task here unless it runs elsewhere, as `TaskRuns.start` does. */
  constructor(environment: TaskEnvironment, start: (id: string, record: LiveRecord) => void) {
    const { bus, server } = environment
    this.#environment = environment
    this.#start = start
    this.#topic = `tasks ${server.info.name} runs`
    this.#followed = new ExpiringMap(server.runtime, (id, followed) => followed.isWanted && void this.#look(id))
    this.#unsubscribe = bus.subscribe(this.#topic, (notice) => {
      this.#onNotice(notice as object as RunNotice) // only this class sends there
    })
  }

  onStart(id: string): void {
    this.#running.set(id, false)
    this.#forget(id)
    this.#arm(taskTimes.soon)
  }

  /** `isOver` is false for a run that leaves its task to others. */
  onEnd(id: string, isOver: boolean): void {
    const isKnown = this.#running.get(id)
    if (!this.#running.delete(id)) return
    if (isKnown === true && isOver) this.#ended.push(id)
    if (!isOver && this.#isClosed) this.#left.push(id)
    else if (!isOver) this.#follow(id)
    if (this.#running.size === 0 && !this.#isClosed) this.#announce()
  }

  /** Takes no more tasks of others. */
  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    this.#timer?.stop()
    this.#timer = undefined
    for (const [id] of [...this.#followed.entries()]) this.#forget(id)
  }

  /** Tells the other nodes to look at the tasks that ran here when it was closed, and have not ended. */
  leave(): void {
    for (const left of partsOf([...this.#left, ...this.#running.keys()])) this.#publish({ left })
  }

  #onNotice({ node, running = [], ended = [], left = [] }: RunNotice): void {
    if (this.#isClosed || node === this.#environment.node) return
    for (const id of running) this.#follow(id)
    for (const id of left) this.#follow(id, taskTimes.taken)
    for (const id of ended) this.#forget(id)
  }

  /** Looks at a task in time: not all nodes at once, so that the first one gets the lease and its notice stops the others. */
  #follow(id: string, ms: number = taskTimes.silent): void {
    if (this.#running.has(id)) return
    const { runtime, limits } = this.#environment.server
    if (this.#followed.size >= limits.tasks && this.#followed.get(id) === undefined) return
    const jitter = (runtime.randomBytes(1)[0] ?? 0) / 255
    this.#followed.set(id, { isWanted: true }, ms * (1 + jitter / 2))
  }

  #forget(id: string): void {
    const followed = this.#followed.get(id)
    if (followed === undefined) return
    followed.isWanted = false
    this.#followed.delete(id)
  }

  async #look(id: string): Promise<void> {
    if (this.#isClosed) return
    const { records, server } = this.#environment
    try {
      const stored = await records.get(id)
      if (this.#isClosed || stored === undefined || !isLive(stored.record)) return
      this.#follow(id) // until it is final: its lease may be held, or this node may run too much
      this.#start(id, stored.record)
    } catch (error) {
      server.logger.error('A task whose node is silent could not be read', { error })
      this.#follow(id)
    }
  }

  #arm(ms: number): void {
    if (this.#isClosed) return
    const { runtime } = this.#environment.server
    const at = runtime.now() + ms
    if (this.#timer !== undefined && this.#timer.at <= at) return
    this.#timer?.stop()
    this.#timer = { at, stop: runtime.after(ms, () => this.#announce(), { background: true }) }
  }

  #announce(): void {
    this.#timer?.stop()
    this.#timer = undefined
    const now = this.#environment.server.runtime.now()
    const isAll = now >= this.#allAt
    const running = [...this.#running].filter(([, isKnown]) => isAll || !isKnown).map(([id]) => id)
    const ended = this.#ended
    this.#ended = []
    for (const id of running) this.#running.set(id, true)
    for (const part of partsOf(running)) this.#publish({ running: part })
    for (const part of partsOf(ended)) this.#publish({ ended: part })
    if (isAll) this.#allAt = now + taskTimes.renew
    if (this.#running.size > 0) this.#arm(this.#allAt - now)
  }

  #publish(notice: Omit<RunNotice, 'node'>): void {
    const { bus, node } = this.#environment
    void bus.publish(this.#topic, { ...notice, node } as object as JsonValue)
  }
}

/** Ids in one message. */
const maxIds = 1_000

function partsOf(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / maxIds)
  return Array.from({ length: count }, (_, part) => ids.slice(part * maxIds, (part + 1) * maxIds))
}
