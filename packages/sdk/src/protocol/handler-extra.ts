import type { AnySchema, SchemaOutput } from '../server/zod-compat.js'
import { ErrorCode, type JSONRPCRequest, McpError, type Notification, type Request } from '../types.js'
import type { IncomingRequest } from './incoming-request.js'
import { isRecord } from './message-kind.js'
import type { NotificationOptions, RequestOptions, TaskRequestOptions } from './protocol-options.js'
import type { RequestHandlerExtra, RequestTaskStore } from './request-handler-extra.js'
import { relatedTaskIdOf } from './task-reply.js'

/** Sends what a handler sends. */
export interface ExtraSenders {
  notify(notification: Notification, options?: NotificationOptions): Promise<void>
  request<T extends AnySchema>(request: Request, resultSchema: T, options: RequestOptions): Promise<SchemaOutput<T>>
}

/** Where a context finds the signal of its request. */
const signalOf = Symbol('signalOf')

interface SignalHolder {
  [signalOf]: () => AbortSignal
}

/** The member `signal` of every context. With a function of its own for each, none would share its hidden class with another. */
const lazySignal: PropertyDescriptor & ThisType<SignalHolder> = {
  get() {
    return this[signalOf]()
  },
  set(value: AbortSignal) {
    Object.defineProperty(this, 'signal', { value, writable: true, enumerable: true, configurable: true })
  },
  enumerable: true,
  configurable: true,
}

/** Creates the context of a request. Its members are its own, so that handlers may copy it. */
export function createExtra(
  senders: ExtraSenders,
  request: IncomingRequest,
  taskStore: RequestTaskStore | undefined,
): RequestHandlerExtra<Request, Notification> {
  const { message, transport, info } = request
  const taskId = relatedTaskIdOf(message)
  const extra = {
    sessionId: transport?.sessionId,
    _meta: message.params?._meta,
    sendNotification: async (notification: Notification) => {
      if (request.isAborted) return
      const options: NotificationOptions = { relatedRequestId: message.id }
      if (taskId) options.relatedTask = { taskId }
      await senders.notify(notification, options)
    },
    sendRequest: async <T extends AnySchema>(sent: Request, schema: T, given?: TaskRequestOptions) => {
      if (request.isAborted) throw new McpError(ErrorCode.ConnectionClosed, 'Request was cancelled')
      const options: RequestOptions = { ...given, relatedRequestId: message.id }
      if (taskId) options.relatedTask ??= { taskId }
      const id = options.relatedTask?.taskId
      if (id && taskStore !== undefined) await taskStore.updateTaskStatus(id, 'input_required')
      return senders.request(sent, schema, options)
    },
    authInfo: info?.authInfo,
    requestId: message.id,
    requestInfo: info?.requestInfo,
    taskId,
    taskStore,
    taskRequestedTtl: taskParamsOf(message)?.ttl,
    closeSSEStream: info?.closeSSEStream,
    closeStandaloneSSEStream: info?.closeStandaloneSSEStream,
  }
  return withSignal(extra, request) as RequestHandlerExtra<Request, Notification>
}

function withSignal(extra: object, request: IncomingRequest): unknown {
  const holder: Partial<SignalHolder> = extra
  holder[signalOf] = () => request.signal
  return Object.defineProperty(holder, 'signal', lazySignal)
}

/** The parameters of the task that a request asks for. */
export function taskParamsOf({ params }: JSONRPCRequest): { readonly ttl?: number | undefined } | undefined {
  const task = params?.['task']
  if (!isRecord(task)) return undefined
  const { ttl } = task
  if (ttl === undefined) return {}
  return typeof ttl === 'number' ? { ttl } : undefined
}
