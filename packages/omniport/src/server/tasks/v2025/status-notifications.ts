import { onAbort } from '../../../async/abort/on-abort.js'
import type { Session } from '../../../protocol/exchange/session.js'
import { isFinal } from '../../../protocol/model/task.js'
import { BoundedMap } from '../../../values/maps/bounded-map.js'
import type { ServerServices } from '../../server-services.js'
import { findTask } from '../find-task.js'
import type { TaskService } from '../service/task-service.js'
import type { TaskSnapshot } from '../service/task-snapshot.js'
import { encodeV2025Task } from './encode-v2025-task.js'

export interface StatusListener {
  readonly session: Session
  readonly owner: string
}

interface TrackedTask extends StatusListener {
  /** The version of the task that was read last. */
  version: number
  /** The part of the task that a change is announced for. */
  state: string
  /** Removes the listener of the end of the session. */
  readonly forget: () => void
}

const maxTracked = 10_000

/**
 * Notifies sessions of their tasks: of changes of the status, of progress messages and of input requests. Clients must
 * not rely on it. Where there are very many tasks, the first ones are dropped.
 * spec: 2025-11-25 basic/utilities/tasks#task-status-notification
 */
export class StatusNotifications {
  readonly #tasks: Pick<TaskService, 'get' | 'watch'>
  readonly #services: Pick<ServerServices, 'limits' | 'logger'>
  readonly #tracked: BoundedMap<TrackedTask>
  readonly #stop: () => void

  constructor(tasks: Pick<TaskService, 'get' | 'watch'>, services: Pick<ServerServices, 'limits' | 'logger'>) {
    this.#tasks = tasks
    this.#services = services
    this.#tracked = new BoundedMap({
      maxSize: Math.ceil(Math.min(services.limits.tasks, maxTracked)),
      onRemove: ({ forget }) => forget(),
    })
    this.#stop = tasks.watch((id) => void this.#notify(id))
  }

  /** Follows a task. The session knows `current`; a later change is sent at once. */
  add(current: TaskSnapshot, listener: StatusListener): void {
    const { signal } = listener.session
    if (signal.aborted) return
    const { taskId } = current.task
    const forget = onAbort(signal, () => void this.#tracked.delete(taskId))
    this.#tracked.set(taskId, { ...listener, version: current.version, state: stateOf(current), forget })
    void this.#notify(taskId)
  }

  close(): void {
    this.#stop()
    this.#tracked.clear()
  }

  async #notify(id: string): Promise<void> {
    const tracked = this.#tracked.get(id)
    if (tracked === undefined) return
    try {
      const snapshot = await findTask(this.#tasks, id, tracked.owner)
      if (snapshot === undefined || isFinal(snapshot.task.status)) this.#tracked.delete(id)
      if (snapshot !== undefined && !tracked.session.signal.aborted) send(snapshot, tracked)
    } catch (error) {
      this.#services.logger.error('A task could not be told to the session that made it', { error })
    }
  }
}

function send(snapshot: TaskSnapshot, tracked: TrackedTask): void {
  if (snapshot.version <= tracked.version) return
  tracked.version = snapshot.version
  const state = stateOf(snapshot)
  if (state === tracked.state) return
  tracked.state = state
  tracked.session.notify({
    jsonrpc: '2.0',
    method: 'notifications/tasks/status',
    params: { ...encodeV2025Task(snapshot) },
  })
}

function stateOf({ task, inputRequests }: TaskSnapshot): string {
  return JSON.stringify([task.status, task.statusMessage, Object.keys(inputRequests)])
}
