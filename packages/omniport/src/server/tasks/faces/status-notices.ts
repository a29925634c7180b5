import { LRUCache } from 'lru-cache'
import { onAbort } from '../../../jsonrpc/on-abort.js'
import { isFinal } from '../../../protocol/model/task.js'
import type { Session } from '../../../protocol/session.js'
import type { ServerServices } from '../../home.js'
import type { TaskService } from '../task-service.js'
import type { TaskSnapshot } from '../task-snapshot.js'
import { encodeCoreTask } from './encode-core-task.js'
import { findTask } from './find-task.js'

/** Whom a task is told to. */
export interface TaskListener {
  readonly session: Session
  readonly owner: string
}

interface Told extends TaskListener {
  /** The last that was looked at. */
  version: number
  /** What of it a notice is sent for. */
  state: string
  /** The end of the session does not matter any more. */
  readonly forget: () => void
}

/** Tasks that are told about at once. */
const maxTold = 10_000

/**
 * Tells sessions how the tasks go on that they made, when their status changes, what they say of themselves or what they ask:
 * a courtesy, for nobody may rely on it. Of very many tasks those made first are not told any more.
 *
 * spec: 2025-11-25 basic/utilities/tasks#task-status-notification
 */
export class StatusNotices {
  readonly #tasks: Pick<TaskService, 'get' | 'watch'>
  readonly #services: Pick<ServerServices, 'limits' | 'logger'>
  readonly #told: LRUCache<string, Told>
  readonly #stop: () => void

  constructor(tasks: Pick<TaskService, 'get' | 'watch'>, services: Pick<ServerServices, 'limits' | 'logger'>) {
    this.#tasks = tasks
    this.#services = services
    this.#told = new LRUCache({
      max: Math.ceil(Math.min(services.limits.tasks, maxTold)),
      dispose: ({ forget }) => forget(),
    })
    this.#stop = tasks.watch((id) => void this.#tell(id))
  }

  /** What `known` says of the task the session knows already; what happened since is told at once. */
  add(known: TaskSnapshot, listener: TaskListener): void {
    const { signal } = listener.session
    if (signal.aborted) return
    const { taskId } = known.task
    const forget = onAbort(signal, () => void this.#told.delete(taskId))
    this.#told.set(taskId, { ...listener, version: known.version, state: stateOf(known), forget })
    void this.#tell(taskId)
  }

  close(): void {
    this.#stop()
    this.#told.clear()
  }

  async #tell(id: string): Promise<void> {
    const told = this.#told.get(id)
    if (told === undefined) return
    try {
      const snapshot = await findTask(this.#tasks, id, told.owner)
      if (snapshot === undefined || isFinal(snapshot.task.status)) this.#told.delete(id)
      if (snapshot !== undefined && !told.session.signal.aborted) send(snapshot, told)
    } catch (error) {
      this.#services.logger.error('A task could not be told to the session that made it', { error })
    }
  }
}

function send(snapshot: TaskSnapshot, told: Told): void {
  if (snapshot.version <= told.version) return
  told.version = snapshot.version
  const state = stateOf(snapshot)
  if (state === told.state) return
  told.state = state
  told.session.notify({
    jsonrpc: '2.0',
    method: 'notifications/tasks/status',
    params: { ...encodeCoreTask(snapshot) },
  })
}

function stateOf({ task, inputRequests }: TaskSnapshot): string {
  return JSON.stringify([task.status, task.statusMessage, Object.keys(inputRequests)])
}
