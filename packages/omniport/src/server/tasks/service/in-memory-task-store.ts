import type { Clock } from '../../../async/runtime/clock.js'
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
  const stops = new Set<() => void>()
  let isClosed = false
  const clock: Clock = {
    now: () => runtime.now(),
    after(ms, fn, options) {
      if (isClosed) return () => {}
      const stop = runtime.after(
        ms,
        () => {
          stops.delete(stop)
          fn()
        },
        options,
      )
      stops.add(stop)
      return () => {
        stops.delete(stop)
        stop()
      }
    },
  }
  return {
    store: new MemoryTasks(clock, { maxEntries: tasks, counted: { budget, includes } }),
    close() {
      isClosed = true
      for (const stop of stops) stop()
      stops.clear()
    },
  }
}

function includes(value: JsonValue): boolean {
  return isAnonymousOwner((value as object as TaskRecord).owner) // only `TaskRecords` writes them
}
