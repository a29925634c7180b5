import type { AnySchema, SchemaOutput } from '../server/zod-compat.js'
import {
  ErrorCode,
  type JSONRPCRequest,
  McpError,
  type MessageExtraInfo,
  type Notification,
  type Request,
} from '../types.js'
import type { NotificationOptions, RequestOptions, TaskRequestOptions } from './protocol-options.js'
import type { RequestHandlerExtra, RequestTaskStore } from './request-handler-extra.js'
import { relatedTaskIdOf } from './request-reply.js'
import type { RunningRequest } from './running-request.js'

/** Sends what a handler sends. */
export interface ExtraSenders {
  notify(notification: Notification, options?: NotificationOptions): Promise<void>
  request<T extends AnySchema>(request: Request, resultSchema: T, options: RequestOptions): Promise<SchemaOutput<T>>
}

export interface ExtraSource {
  readonly request: JSONRPCRequest
  readonly sessionId: string | undefined
  readonly info: MessageExtraInfo | undefined
  readonly running: RunningRequest
  readonly taskStore: RequestTaskStore | undefined
  readonly ttl: number | undefined
}

/** Creates the context of a request. Its members are its own, so that handlers may copy it. */
export function createExtra(senders: ExtraSenders, source: ExtraSource): RequestHandlerExtra<Request, Notification> {
  const { request, sessionId, info, running, taskStore, ttl } = source
  const taskId = relatedTaskIdOf(request)
  const relatedTask = taskId ? { taskId } : undefined
  const extra = {
    get signal() {
      return running.signal
    },
    sessionId,
    _meta: request.params?._meta,
    sendNotification: async (notification: Notification) => {
      if (running.isAborted) return
      const options: NotificationOptions = { relatedRequestId: request.id }
      if (relatedTask !== undefined) options.relatedTask = relatedTask
      await senders.notify(notification, options)
    },
    sendRequest: async <T extends AnySchema>(message: Request, schema: T, given?: TaskRequestOptions) => {
      if (running.isAborted) throw new McpError(ErrorCode.ConnectionClosed, 'Request was cancelled')
      const options: RequestOptions = { ...given, relatedRequestId: request.id }
      if (relatedTask !== undefined) options.relatedTask ??= relatedTask
      const id = options.relatedTask?.taskId
      if (id && taskStore !== undefined) await taskStore.updateTaskStatus(id, 'input_required')
      return senders.request(message, schema, options)
    },
    authInfo: info?.authInfo,
    requestId: request.id,
    requestInfo: info?.requestInfo,
    taskId,
    taskStore,
    taskRequestedTtl: ttl,
    closeSSEStream: info?.closeSSEStream,
    closeStandaloneSSEStream: info?.closeStandaloneSSEStream,
  }
  // The members of the type are optional, and here they are present though undefined.
  return extra as RequestHandlerExtra<Request, Notification>
}
