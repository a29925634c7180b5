import { randomBytes } from 'node:crypto'
import type { Request, RequestId, Result, Task } from '../../../types.js'
import {
  type CreateTaskOptions,
  isTerminal,
  type QueuedMessage,
  type TaskMessageQueue,
  type TaskStore,
} from '../interfaces.js'

interface StoredTask {
  readonly task: Task
  readonly request: Request
  readonly requestId: RequestId
  readonly sessionId: string | undefined
  result?: Result
}

const pageSize = 10

/**
 * Keeps tasks in memory, for trying things out: they are lost with the process. A task that was created in a session is found by that
 * session alone, and by callers without one.
 */
export class InMemoryTaskStore implements TaskStore {
  readonly #tasks = new Map<string, StoredTask>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()

  async createTask(
    taskParams: CreateTaskOptions,
    requestId: RequestId,
    request: Request,
    sessionId?: string,
  ): Promise<Task> {
    const taskId = randomBytes(16).toString('hex')
    const createdAt = new Date().toISOString()
    const { ttl = null, pollInterval = 1000 } = taskParams
    const task: Task = { taskId, status: 'working', ttl, createdAt, lastUpdatedAt: createdAt, pollInterval }
    this.#tasks.set(taskId, { task, request, requestId, sessionId })
    this.#expireLater(task)
    return task
  }

  async getTask(taskId: string, sessionId?: string): Promise<Task | null> {
    const stored = this.#find(taskId, sessionId)
    return stored === undefined ? null : { ...stored.task }
  }

  async storeTaskResult(
    taskId: string,
    status: 'completed' | 'failed',
    result: Result,
    sessionId?: string,
  ): Promise<void> {
    const stored = this.#get(taskId, sessionId)
    if (isTerminal(stored.task.status)) {
      throw new Error(
        `Cannot store result for task ${taskId} in terminal status '${stored.task.status}'. Task results can only be stored once.`,
      )
    }
    stored.result = result
    this.#change(stored.task, status)
  }

  async getTaskResult(taskId: string, sessionId?: string): Promise<Result> {
    const { result } = this.#get(taskId, sessionId)
    if (result === undefined) throw new Error(`Task ${taskId} has no result stored`)
    return result
  }

  async updateTaskStatus(
    taskId: string,
    status: Task['status'],
    statusMessage?: string,
    sessionId?: string,
  ): Promise<void> {
    const { task } = this.#get(taskId, sessionId)
    if (isTerminal(task.status)) {
      throw new Error(
        `Cannot update task ${taskId} from terminal status '${task.status}' to '${status}'. ` +
          'Terminal states (completed, failed, cancelled) cannot transition to other states.',
      )
    }
    if (statusMessage) task.statusMessage = statusMessage
    this.#change(task, status)
  }

  async listTasks(cursor?: string, sessionId?: string): Promise<{ tasks: Task[]; nextCursor?: string }> {
    const ids = [...this.#tasks.keys()].filter((taskId) => this.#find(taskId, sessionId) !== undefined)
    const start = cursor ? ids.indexOf(cursor) + 1 : 0
    if (cursor && start === 0) throw new Error(`Invalid cursor: ${cursor}`)
    const page = ids.slice(start, start + pageSize)
    const tasks = page.map((taskId) => ({ ...this.#get(taskId, sessionId).task }))
    const nextCursor = start + pageSize < ids.length ? page.at(-1) : undefined
    return { tasks, nextCursor } as { tasks: Task[]; nextCursor?: string }
  }

  /** Forgets all tasks, and stops their timers. */
  cleanup(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    this.#tasks.clear()
  }

  /** The tasks of all sessions. */
  getAllTasks(): Task[] {
    return [...this.#tasks.values()].map(({ task }) => ({ ...task }))
  }

  #change(task: Task, status: Task['status']): void {
    task.status = status
    task.lastUpdatedAt = new Date().toISOString()
    if (isTerminal(status)) this.#expireLater(task)
  }

  /** Starts the lifetime of a task anew. */
  #expireLater({ taskId, ttl }: Task): void {
    if (!ttl) return
    clearTimeout(this.#timers.get(taskId))
    const expire = (): void => {
      this.#tasks.delete(taskId)
      this.#timers.delete(taskId)
    }
    this.#timers.set(taskId, setTimeout(expire, ttl))
  }

  #find(taskId: string, sessionId: string | undefined): StoredTask | undefined {
    const stored = this.#tasks.get(taskId)
    const isForeign = sessionId !== undefined && stored?.sessionId !== undefined && stored.sessionId !== sessionId
    return isForeign ? undefined : stored
  }

  #get(taskId: string, sessionId: string | undefined): StoredTask {
    const stored = this.#find(taskId, sessionId)
    if (stored === undefined) throw new Error(`Task with ID ${taskId} not found`)
    return stored
  }
}

/**
 * Keeps the messages of tasks in memory, for trying things out. Sessions are not told apart: ids of tasks are unique, and the store
 * says who finds a task.
 */
export class InMemoryTaskMessageQueue implements TaskMessageQueue {
  readonly #queues = new Map<string, QueuedMessage[]>()

  async enqueue(taskId: string, message: QueuedMessage, _sessionId?: string, maxSize?: number): Promise<void> {
    const queue = this.#queues.get(taskId) ?? []
    if (maxSize !== undefined && queue.length >= maxSize) {
      throw new Error(`Task message queue overflow: queue size (${queue.length}) exceeds maximum (${maxSize})`)
    }
    queue.push(message)
    this.#queues.set(taskId, queue)
  }

  async dequeue(taskId: string, _sessionId?: string): Promise<QueuedMessage | undefined> {
    return this.#queues.get(taskId)?.shift()
  }

  async dequeueAll(taskId: string, _sessionId?: string): Promise<QueuedMessage[]> {
    const queue = this.#queues.get(taskId) ?? []
    this.#queues.delete(taskId)
    return queue
  }
}
