import type { CreateTaskOptions } from '../experimental/tasks/interfaces.js'
import type { AuthInfo } from '../server/auth/types.js'
import type { AnySchema, SchemaOutput } from '../server/zod-compat.js'
import type { Notification, Request, RequestId, RequestInfo, RequestMeta, Result, Task } from '../types.js'
import type { TaskRequestOptions } from './protocol-options.js'

/** The tasks of the session that a request belongs to. */
export interface RequestTaskStore {
  /** Creates a task for the request. */
  createTask(taskParams: CreateTaskOptions): Promise<Task>
  /** Gets a task. @throws McpError when there is none. */
  getTask(taskId: string): Promise<Task>
  /** Stores the result of a task and ends it. The other side is told. */
  storeTaskResult(taskId: string, status: 'completed' | 'failed', result: Result): Promise<void>
  /** Gets the stored result of a task. */
  getTaskResult(taskId: string): Promise<Result>
  /** Changes the status of a task that has not ended. The other side is told. */
  updateTaskStatus(taskId: string, status: Task['status'], statusMessage?: string): Promise<void>
  /** Lists tasks, a page at a time. */
  listTasks(cursor?: string): Promise<{ tasks: Task[]; nextCursor?: string }>
}

/** The second argument of every request handler: the context of the request. */
export type RequestHandlerExtra<SendRequestT extends Request, SendNotificationT extends Notification> = {
  /** Aborts when the other side cancels the request, or the connection closes. */
  signal: AbortSignal
  /** The validated access token, if the transport has one. */
  authInfo?: AuthInfo
  /** The id of the transport's session. */
  sessionId?: string
  /** `_meta` of the request. */
  _meta?: RequestMeta
  /** The JSON-RPC id of the request. */
  requestId: RequestId
  /** The task that the request belongs to. */
  taskId?: string
  /** The tasks of the session. Set if the protocol has a task store. */
  taskStore?: RequestTaskStore
  /** The lifetime that was asked for the task, in milliseconds. */
  taskRequestedTtl?: number
  /** Headers and address of the HTTP request. */
  requestInfo?: RequestInfo
  /** Sends a notification that belongs to the request. Does nothing once the request was cancelled. */
  sendNotification: (notification: SendNotificationT) => Promise<void>
  /** Sends a request that belongs to the request. */
  sendRequest: <U extends AnySchema>(
    request: SendRequestT,
    resultSchema: U,
    options?: TaskRequestOptions,
  ) => Promise<SchemaOutput<U>>
  /** Ends the SSE stream of the request, so that its client reconnects. Set with an event store and revision 2025-11-25. */
  closeSSEStream?: () => void
  /** Ends the GET stream, so that the client reconnects. Set with an event store and revision 2025-11-25. */
  closeStandaloneSSEStream?: () => void
}
