import type { LiveRecord, TaskRecord } from '../records/task-record.js'
import type { TaskRecords, UpdateStatus } from '../records/task-records.js'
import type { TaskLease } from './task-lease.js'
import type { RunEndReason } from './to-run-end-error.js'

/** Creates the new version of a record. Called again when another write came first. */
type RecordUpdate = (record: LiveRecord) => LiveRecord

export interface TaskWriterOptions {
  readonly records: TaskRecords
  readonly id: string
  readonly lease: TaskLease
  /** Called when the run must not write any more. Gives the reason that the write rejects with. */
  readonly onRefused: (why: RunEndReason) => unknown
  /** Called when the task would be too large, alone or with others. Settles with the reason that the write rejects with. */
  readonly onTooLarge: (why: 'too-large' | 'full') => Promise<unknown>
}

interface QueuedUpdate {
  readonly change: RecordUpdate
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** Writes the changes of one run of a task, until a later run begins. Simultaneous changes are one write. */
export class TaskWriter {
  readonly #options: TaskWriterOptions
  #queue: QueuedUpdate[] = []
  #isWriting = false

  constructor(options: TaskWriterOptions) {
    this.#options = options
  }

  /**
   * Settles when the change is stored. Rejects with what `onRefused` or `onTooLarge` returned, or with the error of the
   * store.
   */
  write(change: RecordUpdate): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ change, resolve, reject })
      if (this.#isWriting) return
      this.#isWriting = true
      queueMicrotask(() => void this.#flush())
    })
  }

  /**
   * Writes the last change, after which the task is final. Gives false if the run must not write any more. Rejects with
   * the error of the store.
   */
  async finish(change: (record: LiveRecord) => TaskRecord): Promise<boolean> {
    return (await this.#update(change)) === 'written'
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue
      this.#queue = []
      try {
        const update = await this.#update((record) => batch.reduce((changed, { change }) => change(changed), record))
        if (update === 'too-large' || update === 'full') throw await this.#options.onTooLarge(update)
        if (update !== 'written') throw this.#options.onRefused(update)
        for (const { resolve } of batch) resolve()
      } catch (reason) {
        for (const { reject } of batch) reject(reason)
      }
    }
    this.#isWriting = false
  }

  #update(change: (record: LiveRecord) => TaskRecord): Promise<UpdateStatus> {
    const { records, id, lease } = this.#options
    return records.update(id, (record) => (lease.covers(record) ? change(record) : undefined))
  }
}
