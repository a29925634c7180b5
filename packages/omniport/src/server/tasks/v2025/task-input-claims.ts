import type { TaskInputRelay } from './task-input-relay.js'

/** The input requests of one task while requests wait for it. */
interface ClaimedInput {
  /** The keys that are being asked, or have an answer. */
  readonly keys: Set<string>
  readonly relays: Set<TaskInputRelay>
}

/** Ensures that an input request of a task is sent over one request only, when several wait for the task. */
export class TaskInputClaims {
  readonly #tasks = new Map<string, ClaimedInput>()

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

  /** True if the caller must send the request. A task does not use a key twice, so an answered one stays claimed. */
  claim(taskId: string, key: string): boolean {
    const keys = this.#tasks.get(taskId)?.keys
    if (keys === undefined || keys.has(key)) return false
    keys.add(key)
    return true
  }

  /** Lets another relay send a request that got no answer. */
  release(taskId: string, key: string): void {
    const claimed = this.#tasks.get(taskId)
    claimed?.keys.delete(key)
    for (const relay of claimed?.relays ?? []) relay.requestInput()
  }
}
