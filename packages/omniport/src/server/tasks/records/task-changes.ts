import { onAbort } from '../../../async/abort/on-abort.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import type { Bus } from '../../../store/bus.js'
import { taskTimes } from '../task-times.js'

/** Receives the ids of tasks that changed. Must not throw. */
export type TaskListener = (id: string) => void

/** Announces to all nodes that a task changed. A message may be lost, and its receiver reads the record. */
export class TaskChanges {
  readonly #bus: Bus
  readonly #topic: string
  readonly #stop: () => void
  readonly #watchers = new Set<TaskListener>()
  readonly #listeners = new Map<string, Set<() => void>>()

  /** Nodes with the same bus and `topic` get each other's messages. */
  constructor(bus: Bus, topic: string) {
    this.#bus = bus
    this.#topic = topic
    this.#stop = bus.subscribe(topic, (id) => this.#onChange(String(id)))
  }

  publish(id: string): void {
    void this.#bus.publish(this.#topic, id)
  }

  /** Calls `listener` for every change of a task. Returns a function that removes it. */
  watch(listener: TaskListener): () => void {
    const watcher: TaskListener = (id) => listener(id) // so that the same function can be added twice
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Calls `listener` for every change of one task. Returns a function that removes it. */
  listen(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id)
    }
  }

  /** Stops listening to the bus, and removes all listeners. */
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

export interface ChangeWait {
  readonly id: string
  readonly changes: TaskChanges
  readonly runtime: Runtime
  readonly signals: readonly AbortSignal[]
}

export interface PendingChange {
  /** Settles when the task may have changed. Rejects with the reason of a signal that aborts. */
  readonly changed: Promise<void>
  stop(): void
}

/** Waits until a message says that a task changed, or until it is time to read the record without one. */
export function nextChange({ id, changes, runtime, signals }: ChangeWait): PendingChange {
  const stops: (() => void)[] = []
  const changed = new Promise<void>((resolve, reject) => {
    stops.push(changes.listen(id, resolve), runtime.after(taskTimes.watch, resolve, { background: true }))
    for (const signal of signals) {
      if (signal.aborted) reject(signal.reason)
      stops.push(onAbort(signal, () => reject(signal.reason)))
    }
  })
  changed.catch(() => {}) // nobody may be waiting when it rejects
  const stop = () => {
    for (const end of stops) end()
  }
  return { changed, stop }
}
