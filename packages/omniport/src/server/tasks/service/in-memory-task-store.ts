import type { Clock } from '../../../async/runtime/clock.js'
import { StoppableClock } from '../../../async/timers/stoppable-clock.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { MemoryTasks } from '../../../store/memory/memory-tasks.js'
import type { Tasks } from '../../../store/tasks.js'
import type { JsonValue } from '../../../values/json/json-value.js'
import type { ByteBudget } from '../../../values/memory/byte-budget.js'
import { isAnonymousOwner } from '../records/task-owner.js'
import type { TaskRecord } from '../records/task-record.js'

export interface InMemoryTaskStore {
  readonly store: Tasks
  /** Releases the store; nothing expires any more. */
  close(): void
}

/** `budget` counts the tasks of anonymous callers. */
export function createInMemoryTaskStore(runtime: Clock, { tasks }: Limits, budget: ByteBudget): InMemoryTaskStore {
  const clock = new StoppableClock(runtime)
  return {
    store: new MemoryTasks(clock, { maxEntries: tasks, counted: { budget, includes } }),
    close: () => clock.stop(),
  }
}

function includes(value: JsonValue): boolean {
  return isAnonymousOwner((value as object as TaskRecord).owner) // only `TaskRecords` writes them
}
