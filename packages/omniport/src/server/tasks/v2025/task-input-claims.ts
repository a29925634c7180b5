import type { TaskInputRelay } from './task-input-relay.js'

/** What is asked about one task while somebody waits for it. */
interface ClaimedInput {
  /** Being asked, or answered. */
  readonly keys: Set<string>
  readonly relays: Set<TaskInputRelay>
}

/** Sees to it that a question of a task is asked over one request only, however many wait for the task. */
export class TaskInputClaims {
  readonly #tasks = new Map<string, ClaimedInput>()

  /** `relay` waits for the task from now on, until it is deleted. */
  add(taskId: string, relay: TaskInputRelay): void {
    const claimed = this.#tasks.get(taskId)
    if (claimed === undefined) this.#tasks.set(taskId, { keys: new Set(), relays: new Set([relay]) })
    else claimed.relays.add(relay)
  }

  delete(taskId: string, relay: TaskInputRelay): void {
    const claimed = this.#tasks.get(taskId)
    claimed?.relays.delete(relay)
    if (claimed?.relays.size === 0) this.#tasks.delete(taskId)
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
    const claimed = this.#tasks.get(taskId)
    claimed?.keys.delete(key)
    for (const relay of claimed?.relays ?? []) relay.requestInput()
  }
}
