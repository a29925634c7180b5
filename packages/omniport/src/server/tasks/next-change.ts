import { onAbort } from '../../jsonrpc/on-abort.js'
import type { Runtime } from '../../protocol/runtime.js'
import type { TaskChanges } from './task-changes.js'
import { taskTimes } from './task-times.js'

/** Whose change is waited for. */
export interface ChangeWait {
  readonly id: string
  readonly changes: TaskChanges
  readonly runtime: Runtime
  /** End the waiting. */
  readonly signals: readonly AbortSignal[]
}

/** A wait that has begun. */
export interface PendingChange {
  /** Settles when the task may have changed. Rejects with the reason of a signal that aborts. */
  readonly changed: Promise<void>
  /** It is not waited for any more. */
  stop(): void
}

/** Waits for word that a task changed, or until it is time to look without. */
export function nextChange({ id, changes, runtime, signals }: ChangeWait): PendingChange {
  const stops: (() => void)[] = []
  const changed = new Promise<void>((resolve, reject) => {
    stops.push(changes.listen(id, resolve), runtime.after(taskTimes.watch, resolve, { background: true }))
    for (const signal of signals) {
      if (signal.aborted) reject(signal.reason)
      stops.push(onAbort(signal, () => reject(signal.reason)))
    }
  })
  changed.catch(() => {}) // it may come to nothing before anybody waits
  const stop = () => {
    for (const end of stops) end()
  }
  return { changed, stop }
}
