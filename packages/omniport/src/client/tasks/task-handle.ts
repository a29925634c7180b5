import { isFinal, type TaskStatus } from '../../protocol/model/task.js'
import type { CalledTask } from '../client.js'
import type { ToolResult } from '../tools/tool-result.js'
import type { StartedTask } from './started-task.js'

/** How to wait for the result. */
export interface TaskHandleOptions {
  /** Default: as long as it takes. */
  readonly maxTimeoutMs: number | undefined
  /** Gets the result as the server gave it. */
  readonly check: (result: Readonly<Record<string, unknown>>) => Promise<ToolResult<unknown>>
}

/** What `callTask` gives. Whoever waits for the result waits for the same one, and may do so again after it could not be had. */
export class TaskHandle implements CalledTask<unknown> {
  readonly #task: StartedTask
  readonly #options: TaskHandleOptions
  #result: Promise<ToolResult<unknown>> | undefined

  constructor(task: StartedTask, options: TaskHandleOptions) {
    this.#task = task
    this.#options = options
  }

  get id(): string {
    return this.#task.id
  }

  get status(): TaskStatus {
    return this.#task.status
  }

  result(): Promise<ToolResult<unknown>> {
    this.#result ??= this.#run()
    return this.#result
  }

  cancel(): Promise<void> {
    return this.#task.cancel()
  }

  async #run(): Promise<ToolResult<unknown>> {
    const { check, maxTimeoutMs } = this.#options
    try {
      return await check(await this.#task.run({ maxTimeoutMs }))
    } catch (reason) {
      if (!isFinal(this.status)) this.#result = undefined
      throw reason
    }
  }
}
