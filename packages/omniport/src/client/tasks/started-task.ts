import type { TaskStatus } from '../../protocol/model/task.js'
import type { CallOptions } from '../call-options.js'

/** A call that a server goes on with as a task, in whichever revision. */
export interface StartedTask {
  readonly id: string
  /** As last heard. */
  readonly status: TaskStatus
  /** Waits for the result, for `maxTimeoutMs` at most if that is given; may be called again after it rejected. */
  run(options?: Pick<CallOptions, 'signal' | 'maxTimeoutMs'>): Promise<Readonly<Record<string, unknown>>>
  /** Settles when the server knows. Nothing is done where it is over already. */
  cancel(): Promise<void>
}

/** Cancels a task whose result nobody wants any more. That is only a wish: what comes of it is ignored. */
export function cancelUnwanted(task: Pick<StartedTask, 'cancel'>): void {
  void task.cancel().catch(() => {})
}
