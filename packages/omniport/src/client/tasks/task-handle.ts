import { isFinal, type TaskStatus } from '../../protocol/model/task.js'
import type { CalledTask } from '../client.js'
import type { ToolResult } from '../tools/tool-result.js'
import type { StartedTask } from './started-task.js'

export interface TaskHandleOptions {
  /** Default: no limit. */
  readonly maxTimeoutMs: number | undefined
  /** Gets the result as the server sent it. */
  readonly check: (result: Readonly<Record<string, unknown>>) => Promise<ToolResult<unknown>>
}

/** The task that `callTask` returns. All callers of `result` share one wait; after a failure the next call waits again. */
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
