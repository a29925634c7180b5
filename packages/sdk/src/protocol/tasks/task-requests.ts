import { isTerminal, type TaskStore } from '../../experimental/tasks/interfaces.js'
import type { TransportSendOptions } from '../../shared/transport.js'
import { ErrorCode, type JSONRPCMessage, McpError, RELATED_TASK_META_KEY, type Result } from '../../types.js'
import type { TaskMessages } from './task-messages.js'

/** The request of the other side, as the handlers of tasks need it. */
export interface TaskRequestContext {
  readonly sessionId?: string | undefined
  readonly requestId: string | number
  readonly signal: AbortSignal
}

export interface TaskRequestsOptions {
  readonly store: TaskStore
  readonly messages: TaskMessages
  readonly defaultPollMs: number | undefined
  readonly send: (message: JSONRPCMessage, options: TransportSendOptions) => Promise<void>
}

/** Answers `tasks/get`, `tasks/result`, `tasks/list` and `tasks/cancel` from a store. */
export class TaskRequests {
  readonly #options: TaskRequestsOptions

  constructor(options: TaskRequestsOptions) {
    this.#options = options
  }

  async get(taskId: string, { sessionId }: TaskRequestContext): Promise<Result> {
    const task = await this.#options.store.getTask(taskId, sessionId)
    if (!task) throw new McpError(ErrorCode.InvalidParams, 'Failed to retrieve task: Task not found')
    return { ...task }
  }

  /** Sends what waits in the queue of a task until the task has ended, then gives its result. */
  async result(taskId: string, context: TaskRequestContext): Promise<Result> {
    const { store, messages, send } = this.#options
    const { sessionId, requestId } = context
    await this.#find(taskId, sessionId)
    for (;;) {
      let queued = await messages.next(taskId, sessionId)
      while (queued !== undefined) {
        await send(queued.message, { relatedRequestId: requestId })
        queued = await messages.next(taskId, sessionId)
      }
      const task = await this.#find(taskId, sessionId)
      if (isTerminal(task.status)) break
      await this.#wait(task.pollInterval, context.signal)
      await this.#find(taskId, sessionId)
    }
    const result = await store.getTaskResult(taskId, sessionId)
    void messages.clear(taskId, sessionId)
    return { ...result, _meta: { ...result._meta, [RELATED_TASK_META_KEY]: { taskId } } }
  }

  async list(cursor: string | undefined, { sessionId }: TaskRequestContext): Promise<Result> {
    try {
      const { tasks, nextCursor } = await this.#options.store.listTasks(cursor, sessionId)
      return { tasks, nextCursor, _meta: {} }
    } catch (error) {
      throw new McpError(ErrorCode.InvalidParams, `Failed to list tasks: ${textOf(error)}`)
    }
  }

  async cancel(taskId: string, { sessionId }: TaskRequestContext): Promise<Result> {
    const { store, messages } = this.#options
    try {
      const task = await this.#find(taskId, sessionId)
      if (isTerminal(task.status)) {
        throw new McpError(ErrorCode.InvalidParams, `Cannot cancel task in terminal status: ${task.status}`)
      }
      await store.updateTaskStatus(taskId, 'cancelled', 'Client cancelled task execution.', sessionId)
      void messages.clear(taskId, sessionId)
      const cancelled = await store.getTask(taskId, sessionId)
      if (cancelled) return { _meta: {}, ...cancelled }
      throw new McpError(ErrorCode.InvalidParams, `Task not found after cancellation: ${taskId}`)
    } catch (error) {
      if (error instanceof McpError) throw error
      throw new McpError(ErrorCode.InvalidRequest, `Failed to cancel task: ${textOf(error)}`)
    }
  }

  async #find(taskId: string, sessionId: string | undefined) {
    const task = await this.#options.store.getTask(taskId, sessionId)
    if (task) return task
    throw new McpError(ErrorCode.InvalidParams, `Task not found: ${taskId}`)
  }

  #wait(pollInterval: number | undefined, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (): void => {
        clearTimeout(timer)
        reject(new McpError(ErrorCode.InvalidRequest, 'Request cancelled'))
      }
      const timer = setTimeout(
        () => {
          signal.removeEventListener('abort', fail)
          resolve()
        },
        pollInterval || (this.#options.defaultPollMs ?? 1000),
      )
      if (signal.aborted) fail()
      else signal.addEventListener('abort', fail, { once: true })
    })
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
