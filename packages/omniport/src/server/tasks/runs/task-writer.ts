import type { LiveRecord, TaskRecord } from '../records/task-record.js'
import type { TaskRecords, UpdateStatus } from '../records/task-records.js'
import type { TaskLease } from './task-lease.js'
import type { RunEndReason } from './to-run-end-error.js'

/** Makes a record another one. Called again when somebody else wrote first. */
type RecordUpdate = (record: LiveRecord) => LiveRecord

/** What a writer belongs to. */
export interface TaskWriterOptions {
  readonly records: TaskRecords
  readonly id: string
  readonly lease: TaskLease
  /** Hears that the run may not write any more. Gives what the writing then rejects with. */
  readonly onRefused: (why: RunEndReason) => unknown
  /** The task would keep more than it may. Settles with what the writing then rejects with. */
  readonly onTooLarge: () => Promise<unknown>
}

interface QueuedUpdate {
  readonly change: RecordUpdate
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Writes what one run of a task does, as long as no later run began. What is to be written at the same time is one
 * writing.
 */
export class TaskWriter {
  readonly #options: TaskWriterOptions
  #queue: QueuedUpdate[] = []
  #isWriting = false

  constructor(options: TaskWriterOptions) {
    this.#options = options
  }

  /** Settles when the change is kept. Rejects with what `onRefused` or `onTooLarge` gave, or what the store threw. */
  write(change: RecordUpdate): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ change, resolve, reject })
      if (this.#isWriting) return
      this.#isWriting = true
      queueMicrotask(() => void this.#flush())
    })
  }

  /** The last change: the task is final after it. False: the run may not write any more. Rejects with what the store threw. */
  async finish(change: (record: LiveRecord) => TaskRecord): Promise<boolean> {
    return (await this.#update(change)) === 'written'
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue
      this.#queue = []
      try {
        const update = await this.#update((record) => batch.reduce((changed, { change }) => change(changed), record))
        if (update === 'too-large') throw await this.#options.onTooLarge()
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
