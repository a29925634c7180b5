import { LRUCache } from 'lru-cache'
import { isFinal } from '../../../protocol/model/task.js'
import type { Session } from '../../../protocol/session.js'
import type { TaskService } from '../task-service.js'
import type { TaskSnapshot } from '../task-snapshot.js'
import { encodeCoreTask } from './encode-core-task.js'

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
}

/**
 * Tells sessions how the tasks go on that they made, when their status changes, what they say of themselves or what they ask:
 * a courtesy, for nobody may rely on it. Of very many tasks those made first are not told any more.
 *
 * spec: 2025-11-25 basic/utilities/tasks#task-status-notification
 */
export class StatusNotices {
  readonly #tasks: TaskService
  readonly #told: LRUCache<string, Told>
  readonly #stop: () => void

  constructor(tasks: TaskService, maxTasks: number) {
    this.#tasks = tasks
    this.#told = new LRUCache({ max: maxTasks })
    this.#stop = tasks.watch((id) => void this.#tell(id))
  }

  /** What `known` says of the task the session knows already. */
  add(known: TaskSnapshot, listener: TaskListener): void {
    if (listener.session.signal.aborted) return
    this.#told.set(known.task.taskId, { ...listener, version: known.version, state: stateOf(known) })
  }

  close(): void {
    this.#stop()
    this.#told.clear()
  }

  async #tell(id: string): Promise<void> {
    const told = this.#told.get(id)
    if (told === undefined) return
    const snapshot = await this.#tasks.get(id, told.owner).catch(() => undefined) // a task that is gone is told no more
    const isOver = snapshot === undefined || isFinal(snapshot.task.status) || told.session.signal.aborted
    if (isOver) this.#told.delete(id)
    if (snapshot === undefined || snapshot.version <= told.version || told.session.signal.aborted) return
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
}

function stateOf({ task, inputRequests }: TaskSnapshot): string {
  return JSON.stringify([task.status, task.statusMessage, Object.keys(inputRequests)])
}
