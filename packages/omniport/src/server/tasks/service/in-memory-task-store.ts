import type { Clock } from '../../../async/runtime/clock.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { createMemoryTasks } from '../../../store/memory/memory-tasks.js'
import type { Tasks } from '../../../store/tasks.js'

export interface InMemoryTaskStore {
  readonly store: Tasks
  /** Releases the store; nothing expires any more. */
  close(): void
}

export function createInMemoryTaskStore(runtime: Clock, { tasks }: Limits): InMemoryTaskStore {
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
    store: createMemoryTasks({ clock, maxEntries: tasks }),
    close() {
      isClosed = true
      for (const stop of stops) stop()
      stops.clear()
    },
  }
}
