import type { LiveRecord, TaskQuestion } from '../records/task-record.js'
import { isLive } from '../records/task-records.js'
import type { TaskEnvironment } from '../service/task-environment.js'
import { taskTimes } from '../task-times.js'
import type { TaskLease } from './task-lease.js'
import type { RunEndReason } from './to-run-end-error.js'

/** What a run is watched with. */
export interface TaskWatchOptions {
  readonly id: string
  readonly environment: TaskEnvironment
  readonly lease: TaskLease
  readonly record: LiveRecord
  /** Hears the questions of the task whenever it may have changed. */
  readonly onQuestions: (questions: readonly TaskQuestion[]) => void
  /** Hears that the run is over, whoever ended it. Gives the reason, for what waits for the run. */
  readonly onEnd: (why: RunEndReason) => unknown
}

/** Keeps the lease of a run in force, and looks after what happens to its task elsewhere. Whoever made it stops it. */
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
    void this.#read() // what happened before it was listened to
  }

  /** Rejects, and the run is over, when another node may run the task. */
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
      // Timers are not as long as tasks may live.
      if (environment.records.remainingMs(record) > 0) return this.#awaitExpiry()
      this.#end('gone')
      environment.changes.publish(id)
    }
    this.#stopExpiry = environment.server.runtime.after(environment.records.remainingMs(record), onTime, {
      background: true,
    })
  }

  /** One look at a time, and one more if something happened meanwhile. */
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
