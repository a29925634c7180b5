import type { Logger } from '../../protocol/logger.js'
import type { Runtime } from '../../protocol/runtime.js'
import type { Lease } from '../../store/records.js'
import type { Tasks } from '../../store/tasks.js'
import { taskTimes } from './task-times.js'

/** What a lease is taken with. */
export interface TaskLeaseOptions {
  readonly store: Tasks
  readonly id: string
  /** Unique to this node. */
  readonly node: string
  readonly runtime: Runtime
  readonly logger: Logger
}

/** The right of this node to run a task. Whoever took it extends it in time, and releases it. */
export class TaskLease {
  readonly fence: number
  readonly #options: TaskLeaseOptions
  #expiresAt: number

  /** Undefined: another node has it, or the task is gone. */
  static async take(options: TaskLeaseOptions): Promise<TaskLease | undefined> {
    const { store, id, node } = options
    const lease = await store.lease(id, node, taskTimes.lease)
    return lease && new TaskLease(options, lease)
  }

  private constructor(options: TaskLeaseOptions, { fence, expiresAt }: Lease) {
    this.#options = options
    this.fence = fence
    this.#expiresAt = expiresAt
  }

  /** Whether no other node can have it. */
  get isInForce(): boolean {
    return this.#options.runtime.now() < this.#expiresAt
  }

  /** False: it is lost, for good. */
  async extend(): Promise<boolean> {
    const { store, id, node, logger } = this.#options
    try {
      const lease = await store.lease(id, node, taskTimes.lease)
      if (lease?.fence === this.fence) {
        this.#expiresAt = lease.expiresAt
        return true
      }
      // It had run out, and was taken anew by asking.
      if (lease !== undefined) await store.lease(id, node, 1)
      return false
    } catch (error) {
      logger.error('The lease of a task could not be extended', { error })
      return this.isInForce
    }
  }

  /** Lets another node have it at once. */
  async release(): Promise<void> {
    const { store, id, node, logger } = this.#options
    if (!this.isInForce) return
    try {
      await store.lease(id, node, 1)
    } catch (error) {
      logger.error('The lease of a task could not be released', { error })
    }
  }
}
