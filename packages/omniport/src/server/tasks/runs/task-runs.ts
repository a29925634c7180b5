import { BoundedMap } from '../../../values/maps/bounded-map.js'
import { jsonBytes } from '../../../values/memory/json-bytes.js'
import { isAnonymousOwner } from '../records/task-owner.js'
import type { LiveRecord } from '../records/task-record.js'
import type { TaskEnvironment } from '../service/task-environment.js'
import { TooManyTasks } from '../service/too-many-tasks.js'
import { type TaskOrigin, TaskRun } from './task-run.js'
import type { TaskSweep } from './task-sweep.js'

interface Running {
  readonly run: TaskRun
  readonly done: Promise<void>
}

/**
 * The tasks that run on this node, each at most once. The number of runs, in all and of one owner, is limited as that
 * of tasks: a handler whose task is gone counts until it ends.
 */
export class TaskRuns {
  readonly #taskServices: TaskEnvironment
  readonly #runs = new Map<string, Running>()
  /** The runs and reserved places, by owner. */
  readonly #counts = new Map<string, number>()
  readonly #sweep: Pick<TaskSweep, 'onStart' | 'onEnd'> | undefined
  #total = 0
  /** Tasks whose tool this node does not have. */
  readonly #unknown: BoundedMap<true>
  #isClosed = false

  /** `sweep` is told of the runs, where other nodes share the store. */
  constructor(environment: TaskEnvironment, sweep?: Pick<TaskSweep, 'onStart' | 'onEnd'>) {
    this.#taskServices = environment
    this.#sweep = sweep
    this.#unknown = new BoundedMap({ maxSize: Math.ceil(Math.min(environment.server.limits.tasks, maxUnknown)) })
  }

  /** Reserves a run of that owner while `fn` works, which starts it. @throws TooManyTasks */
  async reserved<T>(owner: string, fn: () => Promise<T>): Promise<T> {
    const limit = this.#limitReached(owner)
    if (limit !== undefined) throw new TooManyTasks(limit, this.#taskServices.server.limits[limit])
    this.#count(owner, 1)
    try {
      return await fn()
    } finally {
      this.#count(owner, -1)
    }
  }

  /**
   * Runs a task in the background, unless it runs already, here or elsewhere, or this node does not have its tool or
   * runs too much.
   */
  start(id: string, { job, owner }: LiveRecord, origin?: TaskOrigin): void {
    const environment = this.#taskServices
    if (this.#isClosed || this.#runs.has(id)) return
    const tool = origin?.tool ?? environment.tool(job.tool)
    if (tool === undefined) {
      this.#reportUnknown(id, job.tool)
      return
    }
    if (origin === undefined && this.#limitReached(owner) !== undefined) return
    const run = new TaskRun({ id, tool, environment, origin, sweep: this.#sweep })
    this.#count(owner, 1)
    const bytes = isAnonymousOwner(owner) ? jsonBytes(job) : 0
    const toolName = job.tool // a task of its own keeps its record
    const { anonymous } = environment.server.budgets
    anonymous.add(bytes)
    const done = run
      .run()
      .catch((error: unknown) =>
        environment.server.logger.error(`The task of tool ${toolName} could not be run`, { error }),
      )
      .finally(() => {
        this.#runs.delete(id)
        this.#count(owner, -1)
        anonymous.remove(bytes)
      })
    this.#runs.set(id, { run, done })
  }

  /** Ends all runs. Settles when the handlers have ended. */
  async close(reason: unknown): Promise<void> {
    this.#isClosed = true
    const running = [...this.#runs.values()]
    for (const { run } of running) run.abort(reason)
    await Promise.all(running.map(({ done }) => done))
  }

  #limitReached(owner: string): 'tasks' | 'tasksPerPrincipal' | undefined {
    const { tasks, tasksPerPrincipal } = this.#taskServices.server.limits
    if ((this.#counts.get(owner) ?? 0) >= tasksPerPrincipal) return 'tasksPerPrincipal'
    return this.#total >= tasks ? 'tasks' : undefined
  }

  #count(owner: string, change: 1 | -1): void {
    const count = (this.#counts.get(owner) ?? 0) + change
    this.#total += change
    if (count > 0) this.#counts.set(owner, count)
    else this.#counts.delete(owner)
  }

  #reportUnknown(id: string, tool: string): void {
    if (this.#unknown.get(id)) return
    this.#unknown.set(id, true)
    this.#taskServices.server.logger.warn(`A task does not go on here: there is no tool ${tool}`)
  }
}

/** The number of tasks to remember, so that each is logged once. */
const maxUnknown = 1_000
