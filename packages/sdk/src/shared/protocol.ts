import { MessageProtocol } from '../protocol/message-protocol.js'
import type { ProtocolOptions, RequestOptions } from '../protocol/protocol-options.js'
import { streamRequest } from '../protocol/tasks/request-stream.js'
import type { AnySchema, SchemaOutput } from '../server/zod-compat.js'
import {
  CancelTaskResultSchema,
  CreateTaskResultSchema,
  type GetTaskPayloadRequest,
  type GetTaskRequest,
  type GetTaskResult,
  GetTaskResultSchema,
  ListTasksResultSchema,
  type Notification,
  type Request,
  type Result,
} from '../types.js'
import type { ResponseMessage } from './responseMessage.js'

export { mergeCapabilities } from '../protocol/merge-capabilities.js'
export {
  DEFAULT_REQUEST_TIMEOUT_MSEC,
  type NotificationOptions,
  type ProgressCallback,
  type ProtocolOptions,
  type RequestOptions,
  type TaskRequestOptions,
} from '../protocol/protocol-options.js'
export type { RequestHandlerExtra, RequestTaskStore } from '../protocol/request-handler-extra.js'

/**
 * One side of an MCP connection: requests and their responses, notifications, progress, cancellation and tasks over any
 * `Transport`. `Client` and `Server` are its subclasses.
 */
export abstract class Protocol<
  SendRequestT extends Request,
  SendNotificationT extends Notification,
  SendResultT extends Result,
> extends MessageProtocol<SendRequestT, SendNotificationT, SendResultT> {
  readonly #defaultPollMs: number

  constructor(_options?: ProtocolOptions) {
    super(_options)
    this.#defaultPollMs = _options?.defaultTaskPollInterval ?? 1000
  }

  /** Sends a request, and follows it and the task that it may become. The last message is a `result` or an `error`. */
  protected requestStream<T extends AnySchema>(
    request: SendRequestT,
    resultSchema: T,
    options?: RequestOptions,
  ): AsyncGenerator<ResponseMessage<SchemaOutput<T>>, void, void> {
    const createTask = async () => (await this.request(request, CreateTaskResultSchema, options)).task
    return streamRequest<SchemaOutput<T>>({
      createTask: options?.task === undefined ? undefined : createTask,
      request: () => this.request(request, resultSchema, options),
      getTask: (taskId) => this.getTask({ taskId }, options),
      getTaskResult: (taskId) => this.getTaskResult({ taskId }, resultSchema, options),
      defaultPollMs: this.#defaultPollMs,
      signal: options?.signal,
    })
  }

  /** Gets the state of a task of the other side. */
  protected getTask(params: GetTaskRequest['params'], options?: RequestOptions): Promise<GetTaskResult> {
    return this.request(taskCall('tasks/get', params), GetTaskResultSchema, options)
  }

  /** Gets the result of a task of the other side, once it has ended. */
  protected getTaskResult<T extends AnySchema>(
    params: GetTaskPayloadRequest['params'],
    resultSchema: T,
    options?: RequestOptions,
  ): Promise<SchemaOutput<T>> {
    return this.request(taskCall('tasks/result', params), resultSchema, options)
  }

  /** Lists the tasks of the other side, a page at a time. */
  protected listTasks(
    params?: { cursor?: string },
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof ListTasksResultSchema>> {
    return this.request(taskCall('tasks/list', params), ListTasksResultSchema, options)
  }

  /** Cancels a task of the other side. */
  protected cancelTask(
    params: { taskId: string },
    options?: RequestOptions,
  ): Promise<SchemaOutput<typeof CancelTaskResultSchema>> {
    return this.request(taskCall('tasks/cancel', params), CancelTaskResultSchema, options)
  }
}

/** Requests about tasks are sent by every protocol, whatever requests its type names. */
function taskCall<R extends Request>(method: string, params: Record<string, unknown> | undefined): R {
  return { method, params } as unknown as R
}
