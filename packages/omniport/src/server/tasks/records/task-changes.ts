import { onAbort } from '../../../async/abort/on-abort.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import type { Bus } from '../../../store/bus.js'
import { taskTimes } from '../task-times.js'

/** Hears the ids of tasks that changed. Must not throw. */
export type TaskListener = (id: string) => void

/** Spreads the word that a task changed, over all nodes. Words may be lost: whoever acts on one looks at the record. */
export class TaskChanges {
  readonly #bus: Bus
  readonly #topic: string
  readonly #stop: () => void
  readonly #watchers = new Set<TaskListener>()
  readonly #listeners = new Map<string, Set<() => void>>()

  /** Nodes that use one bus hear each other under the same `topic`. */
  constructor(bus: Bus, topic: string) {
    this.#bus = bus
    this.#topic = topic
    this.#stop = bus.subscribe(topic, (id) => this.#onChange(String(id)))
  }

  /** Tells all nodes that a task changed. */
  publish(id: string): void {
    void this.#bus.publish(this.#topic, id)
  }

  /** Hears of every task until the function that is given back is called. */
  watch(listener: TaskListener): () => void {
    const watcher: TaskListener = (id) => listener(id) // the same function twice is two watchers
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Hears of one task until the function that is given back is called. */
  listen(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id)
    }
  }

  /** Hears nothing any more. */
  close(): void {
    this.#stop()
    this.#watchers.clear()
    this.#listeners.clear()
  }

  #onChange(id: string): void {
    for (const listener of [...(this.#listeners.get(id) ?? [])]) listener()
    for (const watcher of [...this.#watchers]) watcher(id)
  }
}

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
