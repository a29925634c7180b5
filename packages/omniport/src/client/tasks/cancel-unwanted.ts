import type { StartedTask } from './started-task.js'

/** Cancels a task whose result nobody wants any more. That is only a wish: what comes of it is ignored. */
export function cancelUnwanted(task: Pick<StartedTask, 'cancel'>): void {
  void task.cancel().catch(() => {})
}
