import type { AnySchema, ShapeOutput, ZodRawShapeCompat } from '../../server/zod-compat.js'
import type { RequestHandlerExtra, RequestTaskStore } from '../../shared/protocol.js'
import type {
  CallToolResult,
  GetTaskResult,
  JSONRPCErrorResponse,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResultResponse,
  Request,
  RequestId,
  Result,
  ServerNotification,
  ServerRequest,
  Task,
  ToolExecution,
} from '../../types.js'
import type { CreateTaskResult } from './types.js'

/** The context of a call that creates a task. */
export interface CreateTaskRequestHandlerExtra extends RequestHandlerExtra<ServerRequest, ServerNotification> {
  taskStore: RequestTaskStore
}

/** The context of a request about a task. */
export interface TaskRequestHandlerExtra extends RequestHandlerExtra<ServerRequest, ServerNotification> {
  taskId: string
  taskStore: RequestTaskStore
}

export type BaseToolCallback<
  SendResultT extends Result,
  ExtraT extends RequestHandlerExtra<ServerRequest, ServerNotification>,
  Args extends undefined | ZodRawShapeCompat | AnySchema = undefined,
> = Args extends ZodRawShapeCompat
  ? (args: ShapeOutput<Args>, extra: ExtraT) => SendResultT | Promise<SendResultT>
  : Args extends AnySchema
    ? (args: unknown, extra: ExtraT) => SendResultT | Promise<SendResultT>
    : (extra: ExtraT) => SendResultT | Promise<SendResultT>

/** Creates the task of a call. */
export type CreateTaskRequestHandler<
  SendResultT extends Result,
  Args extends undefined | ZodRawShapeCompat | AnySchema = undefined,
> = BaseToolCallback<SendResultT, CreateTaskRequestHandlerExtra, Args>

/** Answers a request about a task. */
export type TaskRequestHandler<
  SendResultT extends Result,
  Args extends undefined | ZodRawShapeCompat | AnySchema = undefined,
> = BaseToolCallback<SendResultT, TaskRequestHandlerExtra, Args>

/** A tool whose calls are tasks. */
export interface ToolTaskHandler<Args extends undefined | ZodRawShapeCompat | AnySchema = undefined> {
  createTask: CreateTaskRequestHandler<CreateTaskResult, Args>
  getTask: TaskRequestHandler<GetTaskResult, Args>
  getTaskResult: TaskRequestHandler<CallToolResult, Args>
}

/** Tells if calls of a tool can or must be tasks. */
export type TaskToolExecution<TaskSupport = ToolExecution['taskSupport']> = Omit<ToolExecution, 'taskSupport'> & {
  taskSupport: TaskSupport extends 'forbidden' | undefined ? never : TaskSupport
}

/** A message that waits for `tasks/result`. It is JSON. */
export type QueuedMessage = QueuedRequest | QueuedNotification | QueuedResponse | QueuedError

export interface BaseQueuedMessage {
  type: string
  /** When it was queued, in milliseconds since 1970. */
  timestamp: number
}

export interface QueuedRequest extends BaseQueuedMessage {
  type: 'request'
  message: JSONRPCRequest
}

export interface QueuedNotification extends BaseQueuedMessage {
  type: 'notification'
  message: JSONRPCNotification
}

export interface QueuedResponse extends BaseQueuedMessage {
  type: 'response'
  message: JSONRPCResultResponse
}

export interface QueuedError extends BaseQueuedMessage {
  type: 'error'
  message: JSONRPCErrorResponse
}

/** The messages that wait for each task, first in, first out. */
export interface TaskMessageQueue {
  /** Adds a message. @throws Error if `maxSize` messages wait already. */
  enqueue(taskId: string, message: QueuedMessage, sessionId?: string, maxSize?: number): Promise<void>
  /** Takes the first message. */
  dequeue(taskId: string, sessionId?: string): Promise<QueuedMessage | undefined>
  /** Takes all messages of a task that has ended. */
  dequeueAll(taskId: string, sessionId?: string): Promise<QueuedMessage[]>
}

export interface CreateTaskOptions {
  /** Milliseconds that the task is kept. Null: until it is removed. */
  ttl?: number | null
  /** Milliseconds between two looks at it. */
  pollInterval?: number
  /** For the store. */
  context?: Record<string, unknown>
}

/**
 * Tasks and their results. Each method gets the session of the request: a task of one session is not found by another, where the
 * store tells them apart.
 */
export interface TaskStore {
  /** Creates a task for a request, with an id of its own. The lifetime it gets may differ from the one asked for. */
  createTask(taskParams: CreateTaskOptions, requestId: RequestId, request: Request, sessionId?: string): Promise<Task>
  /** Gets a task, or null. */
  getTask(taskId: string, sessionId?: string): Promise<Task | null>
  /** Stores the result of a task, which has ended then. */
  storeTaskResult(taskId: string, status: 'completed' | 'failed', result: Result, sessionId?: string): Promise<void>
  /** Gets the result of a task. */
  getTaskResult(taskId: string, sessionId?: string): Promise<Result>
  /** Changes the status of a task. */
  updateTaskStatus(taskId: string, status: Task['status'], statusMessage?: string, sessionId?: string): Promise<void>
  /** Lists tasks, a page at a time. */
  listTasks(cursor?: string, sessionId?: string): Promise<{ tasks: Task[]; nextCursor?: string }>
}

/** Tells if a task with this status has ended. */
export function isTerminal(status: Task['status']): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}
