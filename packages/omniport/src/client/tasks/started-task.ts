import type { TaskStatus } from '../../protocol/model/task.js'
import type { CallOptions } from '../call-options.js'

/** A call that the server continues as a task, in any revision. */
export interface StartedTask {
  readonly id: string
  /** The status that the server sent last. */
  readonly status: TaskStatus
  /** Waits for the result, for `maxTimeoutMs` at most if that is given; may be called again after it rejected. */
  run(options?: Pick<CallOptions, 'signal' | 'maxTimeoutMs'>): Promise<Readonly<Record<string, unknown>>>
  /** Settles when the server knows. Does nothing when the task has ended. */
  cancel(): Promise<void>
}

/** Asks the server to cancel a task whose call was given up, and ignores the outcome. */
export function cancelUnwanted(task: Pick<StartedTask, 'cancel'>): void {
  void task.cancel().catch(() => {})
}
