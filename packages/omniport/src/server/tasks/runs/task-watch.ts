import type { LiveRecord, TaskQuestion } from '../records/task-record.js'
import { isLive } from '../records/task-records.js'
import type { TaskEnvironment } from '../service/task-environment.js'
import { taskTimes } from '../task-times.js'
import type { TaskLease } from './task-lease.js'
import type { RunEndReason } from './to-run-end-error.js'

export interface TaskWatchOptions {
  readonly id: string
  readonly environment: TaskEnvironment
  readonly lease: TaskLease
  readonly record: LiveRecord
  /** Called with the input requests of the task whenever it may have changed. */
  readonly onQuestions: (questions: readonly TaskQuestion[]) => void
  /** Called when the run has ended. Gives the reason for its pending work. */
  readonly onEnd: (why: RunEndReason) => unknown
}

/** Extends the lease of a run, and watches for changes of its task on other nodes. Its creator stops it. */
export class TaskWatch {
  readonly #options: TaskWatchOptions
  readonly #stopListening: () => void
  #stopTick = (): void => {}
  #stopExpiry = (): void => {}
  #isStopped = false
  #isReading = false
  #isStale = false

  constructor(options: TaskWatchOptions) {
    const { id, environment } = options
    this.#options = options
    this.#stopListening = environment.changes.listen(id, () => void this.#read())
    this.#awaitTick()
    this.#awaitExpiry()
    void this.#read() // changes before the listener was added
  }

  /** Rejects and ends the run when another node may run the task. */
  readonly assertLeased = async (): Promise<void> => {
    const { lease, onEnd } = this.#options
    if (lease.isInForce || (await lease.extend())) return
    throw onEnd('declined')
  }

  stop(): void {
    this.#isStopped = true
    this.#stopListening()
    this.#stopTick()
    this.#stopExpiry()
  }

  #awaitTick(): void {
    const { runtime } = this.#options.environment.server
    this.#stopTick = runtime.after(taskTimes.renew, () => void this.#tick(), { background: true })
  }

  async #tick(): Promise<void> {
    const isExtended = await this.#options.lease.extend()
    if (!isExtended) this.#end('declined')
    await this.#read()
    if (!this.#isStopped) this.#awaitTick()
  }

  #awaitExpiry(): void {
    const { environment, record, id } = this.#options
    const onTime = () => {
      // A timer can be shorter than the time of a task.
      if (environment.records.remainingMs(record) > 0) return this.#awaitExpiry()
      this.#end('gone')
      environment.changes.publish(id)
    }
    this.#stopExpiry = environment.server.runtime.after(environment.records.remainingMs(record), onTime, {
      background: true,
    })
  }

  /** Reads the record; one read at a time, and one more if something happened meanwhile. */
  async #read(): Promise<void> {
    this.#isStale = true
    if (this.#isReading) return
    this.#isReading = true
    while (this.#isStale && !this.#isStopped) {
      this.#isStale = false
      await this.#look()
    }
    this.#isReading = false
  }

  async #look(): Promise<void> {
    const { id, environment, lease, onQuestions } = this.#options
    try {
      const stored = await environment.records.get(id)
      if (this.#isStopped) return
      if (stored === undefined) this.#end('gone')
      else if (!isLive(stored.record)) this.#end('final')
      else if (!lease.covers(stored.record)) this.#end('declined')
      else onQuestions(stored.record.job.questions)
    } catch (error) {
      environment.server.logger.error('The record of a task could not be read', { error })
    }
  }

  #end(why: RunEndReason): void {
    if (this.#isStopped) return
    this.stop()
    this.#options.onEnd(why)
  }
}
