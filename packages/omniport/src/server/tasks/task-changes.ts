import type { Bus } from '../../store/bus.js'

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
