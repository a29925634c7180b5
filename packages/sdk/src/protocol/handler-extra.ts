import type { AnySchema, SchemaOutput } from '../server/zod-compat.js'
import { ErrorCode, type JSONRPCRequest, McpError, type Notification, type Request } from '../types.js'
import type { IncomingRequest } from './incoming-request.js'
import { lazyMembers } from './lazy-members.js'
import { isRecord } from './message-kind.js'
import type { NotificationOptions, RequestOptions, TaskRequestOptions } from './protocol-options.js'
import type { RequestHandlerExtra, RequestTaskStore } from './request-handler-extra.js'
import { relatedTaskIdOf } from './task-reply.js'

/** Sends what a handler sends. */
export interface ExtraSenders {
  notify(notification: Notification, options?: NotificationOptions): Promise<void>
  request<T extends AnySchema>(request: Request, resultSchema: T, options: RequestOptions): Promise<SchemaOutput<T>>
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
  addSignal(extra, request)
  // The members of the type are optional, and here they are present though undefined.
  return extra as typeof extra & { signal: AbortSignal } as RequestHandlerExtra<Request, Notification>
}

const addSignal = lazyMembers<IncomingRequest>({ signal: ({ signal }) => signal })

/** The parameters of the task that a request asks for. */
export function taskParamsOf({ params }: JSONRPCRequest): { readonly ttl?: number | undefined } | undefined {
  const task = params?.['task']
  if (!isRecord(task)) return undefined
  const { ttl } = task
  if (ttl === undefined) return {}
  return typeof ttl === 'number' ? { ttl } : undefined
}
