import type { Logger } from '../../../async/runtime/logger.js'
import { isFinal } from '../../../protocol/model/task.js'
import type { SubscriptionStream } from '../../extensions/compiled-extension.js'
import { findTask } from '../find-task.js'
import type { TaskService } from '../service/task-service.js'
import type { TaskSnapshot } from '../service/task-snapshot.js'

export interface TaskStreamOptions {
  readonly tasks: Pick<TaskService, 'get' | 'watch'>
  readonly owner: string
  readonly stream: SubscriptionStream
  readonly logger: Logger
  readonly encode: (snapshot: TaskSnapshot) => object
}

interface StreamedTask {
  version: number
  isBusy: boolean
  /** True if the task changed while it was being read. */
  isStale: boolean
}

/**
 * Sends the state of tasks to a subscription, at once and after every change: each message is the whole task. Changes
 * in fast succession become one. A task that cannot be read is sent after its next change.
 * spec: SEP-2663#task-status-notifications
 */
export class TaskStream {
  readonly #options: TaskStreamOptions
  readonly #streamed: Map<string, StreamedTask>

  constructor(ids: readonly string[], options: TaskStreamOptions) {
    this.#options = options
    this.#streamed = new Map(ids.map((id) => [id, { version: -1, isBusy: false, isStale: false }]))
  }

  start(): void {
    const { tasks, stream } = this.#options
    if (stream.signal.aborted) return
    const stop = tasks.watch((id) => this.#look(id))
    stream.signal.addEventListener('abort', stop, { once: true })
    for (const id of this.#streamed.keys()) this.#look(id)
  }

  #look(id: string): void {
    const streamed = this.#streamed.get(id)
    if (streamed === undefined) return
    streamed.isStale = true
    if (!streamed.isBusy) void this.#notify(id, streamed)
  }

  async #notify(id: string, streamed: StreamedTask): Promise<void> {
    const { tasks, owner, stream, logger } = this.#options
    streamed.isBusy = true
    while (streamed.isStale && !stream.signal.aborted) {
      streamed.isStale = false
      try {
        const snapshot = await findTask(tasks, id, owner)
        if (snapshot === undefined || isFinal(snapshot.task.status)) this.#streamed.delete(id)
        if (snapshot !== undefined && !stream.signal.aborted) this.#send(snapshot, streamed)
      } catch (error) {
        if (!stream.signal.aborted) logger.error('A task could not be told to a subscription', { error })
      }
    }
    streamed.isBusy = false
  }

  #send(snapshot: TaskSnapshot, streamed: StreamedTask): void {
    if (snapshot.version <= streamed.version) return
    streamed.version = snapshot.version
    this.#options.stream.notify('notifications/tasks', { ...this.#options.encode(snapshot) })
  }
}
