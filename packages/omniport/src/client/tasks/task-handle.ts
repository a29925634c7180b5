import type { TaskStatus } from '../../protocol/model/task.js'
import { isFinal } from '../../protocol/model/task.js'
import type { CalledTask } from '../client.js'
import type { ToolResult } from '../tool-result.js'
import type { StartedTask } from './started-task.js'

/** What `callTask` gives. Whoever waits for the result waits for the same one, and may do so again after it could not be had. */
export class TaskHandle implements CalledTask<unknown> {
  readonly #task: StartedTask
  readonly #check: (result: Readonly<Record<string, unknown>>) => Promise<ToolResult<unknown>>
  #result: Promise<ToolResult<unknown>> | undefined

  /** `check` gets the result as the server gave it. */
  constructor(
    task: StartedTask,
    check: (result: Readonly<Record<string, unknown>>) => Promise<ToolResult<unknown>>,
  ) {
    this.#task = task
    this.#check = check
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
    try {
      return await this.#check(await this.#task.run())
    } catch (reason) {
      if (!isFinal(this.status)) this.#result = undefined
      throw reason
    }
  }
}
