import type { LiveRecord } from './task-record.js'
import { type TaskOrigin, TaskRun } from './task-run.js'
import type { TaskSite } from './task-site.js'

interface Running {
  readonly run: TaskRun
  readonly done: Promise<void>
}

/** The tasks that run on this node, each once at most. */
export class TaskRuns {
  readonly #site: TaskSite
  readonly #runs = new Map<string, Running>()
  #isClosed = false

  constructor(site: TaskSite) {
    this.#site = site
  }

  get size(): number {
    return this.#runs.size
  }

  /** Runs a task in the background, unless it runs already, here or elsewhere, or its tool is not known here. */
  start(id: string, { job }: LiveRecord, origin?: TaskOrigin): void {
    const site = this.#site
    const tool = origin?.tool ?? site.tool(job.tool)
    if (this.#isClosed || this.#runs.has(id) || tool === undefined) return
    const run = new TaskRun({ id, tool, site, origin })
    const done = run
      .run()
      .catch((error: unknown) => site.home.logger.error(`The task of tool ${job.tool} could not be run`, { error }))
      .finally(() => this.#runs.delete(id))
    this.#runs.set(id, { run, done })
  }

  /** Ends what runs. Settles when the handlers have ended. */
  async close(reason: unknown): Promise<void> {
    this.#isClosed = true
    const running = [...this.#runs.values()]
    for (const { run } of running) run.abort(reason)
    await Promise.all(running.map(({ done }) => done))
  }
}
