import { isTerminal, type TaskStore } from '../../experimental/tasks/interfaces.js'
import { ErrorCode, type JSONRPCRequest, McpError, type Task, TaskStatusNotificationSchema } from '../../types.js'
import type { RequestTaskStore } from '../request-handler-extra.js'

export interface TaskListener {
  /** Tells the other side the state of a task. */
  notify(notification: { method: 'notifications/tasks/status'; params: Task }): Promise<void>
  /** Called when a task has ended. */
  onEnd(taskId: string): void
}

/** Creates the view of a store that the handler of one request gets: that of its session. */
export function createRequestTaskStore(
  store: TaskStore,
  { request, sessionId }: { readonly request: JSONRPCRequest; readonly sessionId: string | undefined },
  listener: TaskListener,
): RequestTaskStore {
  const announce = async (taskId: string): Promise<void> => {
    const task = await store.getTask(taskId, sessionId)
    if (task === null) return
    const message = { method: 'notifications/tasks/status', params: task }
    await listener.notify(TaskStatusNotificationSchema.parse(message))
    if (isTerminal(task.status)) listener.onEnd(taskId)
  }
  return {
    createTask: ({ ...params }) => {
      const { id, method, params: requestParams } = request
      return store.createTask(params, id, { method, params: requestParams }, sessionId)
    },
    getTask: async (taskId) => {
      const task = await store.getTask(taskId, sessionId)
      if (!task) throw new McpError(ErrorCode.InvalidParams, 'Failed to retrieve task: Task not found')
      return task
    },
    storeTaskResult: async (taskId, status, result) => {
      await store.storeTaskResult(taskId, status, result, sessionId)
      await announce(taskId)
    },
    getTaskResult: (taskId) => store.getTaskResult(taskId, sessionId),
    updateTaskStatus: async (taskId, status, statusMessage) => {
      assertCanChange(await store.getTask(taskId, sessionId), taskId, status)
      await store.updateTaskStatus(taskId, status, statusMessage, sessionId)
      await announce(taskId)
    },
    listTasks: (cursor) => store.listTasks(cursor, sessionId),
  }
}

function assertCanChange(task: Task | null, taskId: string, status: Task['status']): void {
  if (!task) {
    throw new McpError(ErrorCode.InvalidParams, `Task "${taskId}" not found - it may have been cleaned up`)
  }
  if (!isTerminal(task.status)) return
  throw new McpError(
    ErrorCode.InvalidParams,
    `Cannot update task "${taskId}" from terminal status "${task.status}" to "${status}". ` +
      'Terminal states (completed, failed, cancelled) cannot transition to other states.',
  )
}
