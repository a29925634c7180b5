import type { TaskAsker } from './task-asker.js'

/** What is asked about one task while somebody waits for it. */
interface Asked {
  /** Being asked, or answered. */
  readonly keys: Set<string>
  readonly askers: Set<TaskAsker>
}

/** Sees to it that a question of a task is asked over one request only, however many wait for the task. */
export class TaskQuestions {
  readonly #tasks = new Map<string, Asked>()

  /** `asker` waits for the task from now on, until it is deleted. */
  add(taskId: string, asker: TaskAsker): void {
    const asked = this.#tasks.get(taskId)
    if (asked === undefined) this.#tasks.set(taskId, { keys: new Set(), askers: new Set([asker]) })
    else asked.askers.add(asker)
  }

  delete(taskId: string, asker: TaskAsker): void {
    const asked = this.#tasks.get(taskId)
    asked?.askers.delete(asker)
    if (asked?.askers.size === 0) this.#tasks.delete(taskId)
  }

  /** Whether the caller is the one to ask. Keys of a task are never used again, so what was answered stays claimed. */
  claim(taskId: string, key: string): boolean {
    const keys = this.#tasks.get(taskId)?.keys
    if (keys === undefined || keys.has(key)) return false
    keys.add(key)
    return true
  }

  /** It was asked and not answered: another that waits may ask. */
  release(taskId: string, key: string): void {
    const asked = this.#tasks.get(taskId)
    asked?.keys.delete(key)
    for (const asker of asked?.askers ?? []) asker.ask()
  }
}
