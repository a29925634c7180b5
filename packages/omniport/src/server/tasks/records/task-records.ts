import type { Runtime } from '../../../async/runtime/runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { anonymousShare } from '../../../protocol/limits/memory-budgets.js'
import type { Tasks } from '../../../store/tasks.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { JsonValue } from '../../../values/json/json-value.js'
import type { ByteBudget } from '../../../values/memory/byte-budget.js'
import { jsonBytes } from '../../../values/memory/json-bytes.js'
import { TooManyTasks } from '../service/too-many-tasks.js'
import { isTooLarge, tooLargeText } from './is-too-large.js'
import type { TaskChanges } from './task-changes.js'
import { isAnonymousOwner } from './task-owner.js'
import type { LiveRecord, TaskJob, TaskRecord } from './task-record.js'

export interface TaskRecordsOptions {
  readonly store: Tasks
  readonly changes: TaskChanges
  readonly limits: Limits
  /** Counts the tasks of anonymous callers. The store adds to it what it keeps in this process. */
  readonly budget: ByteBudget
  readonly runtime: Runtime
}

export interface StoredTask {
  readonly id: string
  readonly record: TaskRecord
  readonly version: number
}

/**
 * The outcome of an update: it was written, or declined by its function, or the task is final, gone, or would be too
 * large, or there is no room for what anonymous callers leave.
 */
export type UpdateStatus = 'written' | 'declined' | 'final' | 'gone' | 'too-large' | 'full'

/**
 * Writes the records of tasks, and is the only class that does: a final task stays as it is, and an expired task is
 * gone.
 */
export class TaskRecords {
  readonly #options: TaskRecordsOptions

  constructor(options: TaskRecordsOptions) {
    this.#options = options
  }

  /**
   * Creates a task. Where there is no room, the oldest final tasks of the owner are deleted. Rejects with
   * `TooManyTasks` when that is not enough, and with RpcError when the task is too large.
   */
  async create(id: string, record: LiveRecord): Promise<StoredTask> {
    const { store, limits } = this.#options
    const { owner } = record
    const most = limits.tasksPerPrincipal
    if (isTooLarge(record.job, limits)) throw RpcError.invalidParams(tooLargeText(limits))
    while ((await store.list(owner, undefined, most)).length >= most) {
      if (!(await this.#dropFinal(owner))) throw new TooManyTasks('tasksPerPrincipal', most)
    }
    // Nothing is awaited between this check and the write: no other task takes the room.
    while (!this.#hasRoom(record, 2 * jsonBytes(record))) {
      if (!(await this.#dropFinal(owner))) throw new TooManyTasks('anonymousBytes', limits.anonymousBytes)
    }
    if (!(await this.#put(id, record))) throw RpcError.internal('The id of a new task is in use')
    try {
      return await this.#settleIn(id, owner)
    } catch (reason) {
      await store.delete(id)
      throw reason
    }
  }

  /** Gives undefined for a task that does not exist or has expired. */
  async get(id: string): Promise<StoredTask | undefined> {
    const versioned = await this.#options.store.get(id)
    if (versioned === undefined) return undefined
    const record = versioned.value as object as TaskRecord // only this class writes them
    return this.remainingMs(record) > 0 ? { id, record, version: versioned.version } : undefined
  }

  /** Writes the record that `change` returns for a task that is not final, or nothing where it returns undefined. */
  async update(id: string, change: (record: LiveRecord) => TaskRecord | undefined): Promise<UpdateStatus> {
    const { store, changes, runtime, limits } = this.#options
    for (;;) {
      const stored = await this.get(id)
      if (stored === undefined) return 'gone'
      if (!isLive(stored.record)) return 'final'
      const changed = change(stored.record)
      if (changed === undefined) return 'declined'
      if (hasGrown(stored.record.job, changed.job) && isTooLarge(changed.job, limits)) return 'too-large'
      if (hasGrown(stored.record.job, changed.job) && !this.#hasRoomFor(stored.record, changed)) {
        if (await this.#dropFinal(changed.owner)) continue
        return 'full'
      }
      const record = { ...changed, updatedAt: Math.max(runtime.now(), stored.record.updatedAt) }
      if (await store.replace(id, stored.version, toJson(record), this.remainingMs(record))) {
        changes.publish(id)
        if (!isLive(record)) await this.#makeRoom(id, record)
        return 'written'
      }
    }
  }

  /** Lists the ids of an owner's tasks, as `Tasks.list` does. Rejects with RpcError -32602 when `after` is not valid. */
  async list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]> {
    try {
      return await this.#options.store.list(owner, after, limit)
    } catch (reason) {
      if (isLimit(reason)) throw RpcError.invalidParams('Invalid cursor')
      throw reason
    }
  }

  remainingMs({ createdAt, ttlMs }: TaskRecord): number {
    return createdAt + ttlMs - this.#options.runtime.now()
  }

  async #put(id: string, record: LiveRecord): Promise<boolean> {
    const { store, limits } = this.#options
    for (;;) {
      try {
        return await store.create(id, toJson(record), record.ttlMs)
      } catch (reason) {
        if (!isLimit(reason)) throw reason
        if (!(await this.#dropFinal(record.owner))) throw new TooManyTasks('tasks', limits.tasks)
      }
    }
  }

  /** Makes room after a task was written: a node that creates a task at the same time finds its own later in the list. */
  async #settleIn(id: string, owner: string): Promise<StoredTask> {
    const { store, limits } = this.#options
    const most = limits.tasksPerPrincipal
    for (;;) {
      const first = await store.list(owner, undefined, most)
      const stored = await this.get(id)
      if (stored === undefined) throw RpcError.internal('The task expired while it was created')
      if (first.includes(id)) return stored
      if (!(await this.#dropFinal(owner))) throw new TooManyTasks('tasksPerPrincipal', most)
    }
  }

  /** Tells if `bytes` more of an owner's tasks may be kept. */
  #hasRoom({ owner }: TaskRecord, bytes: number, isAnswer = false): boolean {
    const { budget, limits } = this.#options
    return !isAnonymousOwner(owner) || budget.used === 0 || budget.used + bytes <= anonymousShare(limits, isAnswer)
  }

  #hasRoomFor(before: TaskRecord, after: TaskRecord): boolean {
    return !isAnonymousOwner(before.owner) || this.#hasRoom(before, jsonBytes(after) - jsonBytes(before), true)
  }

  /** An outcome is kept whatever it takes, and older ones of its owner make room. */
  async #makeRoom(id: string, record: TaskRecord): Promise<void> {
    while (!this.#hasRoom(record, 0) && (await this.#dropFinal(record.owner, id)));
  }

  /** Deletes the oldest final task of an owner, but not `except`. Gives false if there is none. */
  async #dropFinal(owner: string, except?: string): Promise<boolean> {
    const { store, changes, limits } = this.#options
    for (const id of await store.list(owner, undefined, limits.tasksPerPrincipal)) {
      const versioned = await store.get(id)
      // Only this class writes them. A live task may become final meanwhile, but not the reverse.
      if (
        id === except ||
        versioned === undefined ||
        isLive(versioned.value as object as TaskRecord) ||
        !(await store.delete(id))
      )
        continue
      changes.publish(id)
      return true
    }
    return false
  }
}

export function isLive(record: TaskRecord): record is LiveRecord {
  return record.job !== undefined
}

function hasGrown(before: TaskJob, after: TaskJob | undefined): after is TaskJob {
  return after !== undefined && (after.questions !== before.questions || after.onces !== before.onces)
}

function isLimit(reason: unknown): boolean {
  return OmniportError.is(reason) && reason.code === 'limit'
}

/** Converts a record to JSON. Its members are JSON or undefined, and JSON leaves out the latter. */
function toJson(record: TaskRecord): JsonValue {
  return record as object as JsonValue
}
