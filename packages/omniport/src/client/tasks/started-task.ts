import type { TaskStatus } from '../../protocol/model/task.js'

/** A call that a server goes on with as a task, in whichever revision. */
export interface StartedTask {
  readonly id: string
  /** As last heard. */
  readonly status: TaskStatus
  /** Waits for the result; may be called again after it rejected. */
  run(): Promise<Readonly<Record<string, unknown>>>
  /** Settles when the server knows. Nothing is done where it is over already. */
  cancel(): Promise<void>
}
