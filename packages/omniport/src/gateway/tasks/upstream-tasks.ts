import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import { pause } from '../../async/waiting/pause.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isFinal } from '../../protocol/model/task.js'
import type { ExistingTasks } from '../../server/tasks/service/task-service.js'
import type { TaskSnapshot } from '../../server/tasks/service/task-snapshot.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
import { truncate } from '../../values/text/truncate.js'
import type { GatewayServices } from '../gateway-services.js'
import { FinishedTask } from './finished-task.js'
import type { FollowedTask } from './followed-task.js'

/** The tasks of upstreams that the gateway follows, as `ExistingTasks` of both protocols. They are in memory, so many of each owner at most. */
export class UpstreamTasks implements ExistingTasks {
  readonly #services: GatewayServices
  readonly #owners: BoundedMap<BoundedMap<FollowedTask>>
  /** Tasks whose outcomes are kept here. */
  readonly #finished: BoundedMap<FollowedTask>
  readonly #listeners = new Set<(id: string) => void>()
  readonly #ending = new AbortController()

  constructor(services: GatewayServices) {
    const { limits } = services
    this.#services = services
    this.#owners = new BoundedMap({ maxSize: limits.tasks })
    this.#finished = new BoundedMap({
      maxSize: limits.parkedBytes,
      sizeOf: ({ source }) => (source instanceof FinishedTask ? jsonBytes(source.state.outcome) : 0),
      onRemove: ({ id, owner }) => void this.#owners.get(owner)?.delete(id),
    })
  }

  add(task: FollowedTask): void {
    const { tasksPerPrincipal } = this.#services.limits
    const tasks = this.#owners.get(task.owner) ?? new BoundedMap<FollowedTask>({ maxSize: tasksPerPrincipal })
    this.#owners.set(task.owner, tasks)
    tasks.set(task.id, task)
    if (task.source instanceof FinishedTask) this.#finished.set(task.id, task)
  }

  /** Undefined: it is not known, or its time is over. */
  find(id: string, owner: string): FollowedTask | undefined {
    const tasks = this.#owners.get(owner)
    const task = tasks?.get(id)
    if (task?.untilMs === undefined || this.#services.runtime.now() < task.untilMs) return task
    tasks?.delete(id)
    return undefined
  }

  async get(id: string, owner: string): Promise<TaskSnapshot> {
    const task = this.#known(id, owner)
    const { version } = task
    const snapshot = await task.read()
    if (snapshot.version !== version) this.markChanged(id)
    return snapshot
  }

  /** All on one page, without those that their upstreams do not know any more. */
  async list(owner: string): Promise<{ readonly tasks: readonly TaskSnapshot[] }> {
    const ids = this.#owners.get(owner)?.keys() ?? []
    const own = ids.filter((id) => this.find(id, owner)?.passes === false)
    const read = await Promise.allSettled(own.map((id) => this.get(id, owner)))
    return { tasks: read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])) }
  }

  async answer(id: string, owner: string, responses: ReadonlyMap<string, unknown>): Promise<void> {
    await this.#known(id, owner).source.answer(responses)
  }

  async refuse(id: string, owner: string, refusal: Parameters<ExistingTasks['refuse']>[2]): Promise<void> {
    await this.#known(id, owner).source.refuse(refusal.key, refusal.error)
  }

  async cancel(id: string, owner: string): Promise<TaskSnapshot> {
    await this.#known(id, owner).source.cancel()
    return this.get(id, owner)
  }

  /** Looks as often as the upstream wishes. */
  async changed(
    id: string,
    owner: string,
    { version, signal }: Parameters<ExistingTasks['changed']>[2],
  ): Promise<TaskSnapshot> {
    for (;;) {
      const snapshot = await this.get(id, owner)
      if (snapshot.version !== version) return snapshot
      await this.#nextLook(snapshot, signal)
      signal.throwIfAborted()
      this.#ending.signal.throwIfAborted()
    }
  }

  watch(listener: (id: string) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Called when a task may have changed. */
  markChanged(id: string): void {
    for (const listener of [...this.#listeners]) listener(id)
  }

  /** Looks at a task for those who watch, until it ends or the signal of each aborts. */
  follow(task: FollowedTask, signal: AbortSignal): void {
    const isFirst = task.watchers.size === 0
    task.watchers.add(signal)
    if (isFirst) void this.#follow(task)
  }

  close(): void {
    this.#ending.abort(RpcError.internal('The gateway is closed'))
    this.#listeners.clear()
  }

  async #follow({ id, owner, watchers }: FollowedTask): Promise<void> {
    let last: TaskSnapshot | undefined
    let signal = firstLive(watchers)
    while (signal !== undefined && !this.#ending.signal.aborted && this.find(id, owner) !== undefined) {
      last = await this.get(id, owner).catch(() => last) // its client hears of the failure
      if (last === undefined || isFinal(last.task.status)) break
      await this.#nextLook(last, signal)
      signal = firstLive(watchers)
    }
    watchers.clear()
  }

  /** Resolves when it is time to look again, or something is known to have changed. */
  async #nextLook({ task }: TaskSnapshot, signal: AbortSignal): Promise<void> {
    const over = new LinkedAbortController(signal, this.#ending.signal)
    const stop = this.watch((id) => {
      if (id === task.taskId) over.abort()
    })
    const { pollIntervalMs = longestMs / 60 } = task
    const ms = Math.min(longestMs, Math.max(shortestMs, pollIntervalMs))
    await pause(this.#services.runtime, ms, over.signal)
    over.unlink()
    stop()
  }

  #known(id: string, owner: string): FollowedTask {
    const task = this.find(id, owner)
    if (task === undefined) throw RpcError.invalidParams(`Unknown task: ${truncate(id)}`)
    return task
  }
}

/** Removes those that have aborted. */
function firstLive(signals: Set<AbortSignal>): AbortSignal | undefined {
  for (const signal of signals) if (signal.aborted) signals.delete(signal)
  const [first] = signals
  return first
}

const shortestMs = 50
const longestMs = 60_000
