import type { Logger } from '../../../async/runtime/logger.js'
import { randomId } from '../../../async/runtime/random-id.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import type { Tasks } from '../../../store/tasks.js'
import type { LiveRecord, TaskJob } from '../records/task-record.js'
import type { TaskRecords } from '../records/task-records.js'
import { taskTimes } from '../task-times.js'

export interface TaskLeaseOptions {
  readonly store: Tasks
  readonly records: TaskRecords
  readonly id: string
  readonly node: string
  readonly runtime: Runtime
  readonly logger: Logger
  /** True for the run of the node that created the task, which writes its record without claiming it. */
  readonly isFirst: boolean
}

interface Taken {
  readonly fence: number
  /** The end of the lease by the clock of this node, not later than the store gives it to others. */
  readonly deadline: number
}

/** What the record of a task has while a run may write it. */
export type TaskClaim = Pick<TaskJob, 'fence' | 'nonce'>

/** The right of this node to run a task. Its creator extends it in time, and releases it. */
export class TaskLease {
  readonly #options: TaskLeaseOptions
  readonly #nonce: string
  /** The number of the lease in the store. */
  #fence: number
  /** What the record has. */
  #written: TaskClaim
  /** What a renewed lease writes to the record. */
  #renewed: TaskClaim | undefined
  #deadline: number

  /** Gives undefined when another node has the lease, or the task is gone. */
  static async take(options: TaskLeaseOptions): Promise<TaskLease | undefined> {
    const taken = await requestLease(options)
    return taken && new TaskLease(options, taken)
  }

  private constructor(options: TaskLeaseOptions, { fence, deadline }: Taken) {
    this.#options = options
    this.#nonce = randomId(options.runtime, 8)
    this.#fence = fence
    this.#written = options.isFirst ? { fence: 0 } : this.claim
    this.#deadline = deadline
  }

  get claim(): TaskClaim {
    return { fence: this.#fence, nonce: this.#nonce }
  }

  /** True if no other node can have the lease. */
  get isInForce(): boolean {
    return this.#options.runtime.now() < this.#deadline
  }

  /** True if no other run has begun with this record. */
  covers({ job }: LiveRecord): boolean {
    return isSame(job, this.#written) || (this.#renewed !== undefined && isSame(job, this.#renewed))
  }

  /** Gives false if the lease is lost for good. */
  async extend(): Promise<boolean> {
    const { logger } = this.#options
    try {
      const taken = await requestLease(this.#options)
      if (taken === undefined || !(await this.#renew(taken))) return false
      this.#deadline = Math.max(this.#deadline, taken.deadline)
      return true
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

  /** Renews a lease that had expired. It stays valid, unless another node ran the task in between. */
  async #renew({ fence }: Taken): Promise<boolean> {
    if (fence === this.#fence) return true
    const { store, records, id, node } = this.#options
    const renewed = { fence, nonce: this.#nonce }
    this.#renewed = renewed
    const update = await records.update(id, (record) =>
      this.covers(record) ? { ...record, job: { ...record.job, ...renewed } } : undefined,
    )
    if (update === 'declined') {
      await store.lease(id, node, 1)
      return false
    }
    this.#fence = fence
    this.#written = renewed
    return true
  }
}

function isSame(one: TaskClaim, other: TaskClaim): boolean {
  return one.fence === other.fence && one.nonce === other.nonce
}

async function requestLease({ store, id, node, runtime }: TaskLeaseOptions): Promise<Taken | undefined> {
  const deadline = runtime.now() + taskTimes.lease
  const lease = await store.lease(id, node, taskTimes.lease)
  return lease && { fence: lease.fence, deadline }
}
