import type { Server } from '../../server/index.js'
import type { AnySchema, SchemaOutput } from '../../server/zod-compat.js'
import { checkSampling } from '../../serving/check-sampling.js'
import type { RequestOptions } from '../../shared/protocol.js'
import type { ResponseMessage } from '../../shared/responseMessage.js'
import {
  type CancelTaskResult,
  type CreateMessageRequestParams,
  type CreateMessageResult,
  CreateMessageResultSchema,
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  type ElicitResult,
  ElicitResultSchema,
  type GetTaskResult,
  type ListTasksResult,
  type Notification,
  type Request,
  type Result,
  type ServerRequest,
} from '../../types.js'

/** Tasks of a `Server`: `server.experimental.tasks`. */
export class ExperimentalServerTasks<
  RequestT extends Request = Request,
  NotificationT extends Notification = Notification,
  ResultT extends Result = Result,
> {
  readonly #server: Server<RequestT, NotificationT, ResultT>

  constructor(server: Server<RequestT, NotificationT, ResultT>) {
    this.#server = server
  }

  /** Sends a request, and follows it and the task that it may become. The last message is a `result` or an `error`. */
  requestStream<T extends AnySchema>(
    request: ServerRequest | RequestT,
    resultSchema: T,
    options?: RequestOptions,
  ): AsyncGenerator<ResponseMessage<SchemaOutput<T>>, void, void> {
    return this.#calls().requestStream(request, resultSchema, options) as AsyncGenerator<
      ResponseMessage<SchemaOutput<T>>,
      void,
      void
    >
  }

  /** Asks the client for a message of its model, and follows the request. */
  createMessageStream(
    params: CreateMessageRequestParams,
    options?: RequestOptions,
  ): AsyncGenerator<ResponseMessage<CreateMessageResult>, void, void> {
    checkSampling(params, this.#server.getClientCapabilities())
    return this.requestStream({ method: 'sampling/createMessage', params }, CreateMessageResultSchema, options)
  }

  /** Asks the user of the client for input, and follows the request. */
  elicitInputStream(
    params: ElicitRequestFormParams | ElicitRequestURLParams,
    options?: RequestOptions,
  ): AsyncGenerator<ResponseMessage<ElicitResult>, void, void> {
    const supported = this.#server.getClientCapabilities()?.elicitation
    const mode = params.mode ?? 'form'
    if (!supported?.[mode]) throw new Error(`Client does not support ${mode} elicitation.`)
    const asked = params.mode === undefined ? { ...params, mode } : params
    const request = { method: 'elicitation/create', params: asked } as ServerRequest
    return this.requestStream(request, ElicitResultSchema, options)
  }

  /** Gets the state of a task of the client. */
  async getTask(taskId: string, options?: RequestOptions): Promise<GetTaskResult> {
    return this.#calls().getTask({ taskId }, options) as Promise<GetTaskResult>
  }

  /** Gets the result of a task of the client, once it has ended. */
  async getTaskResult<T extends AnySchema>(
    taskId: string,
    resultSchema?: T,
    options?: RequestOptions,
  ): Promise<SchemaOutput<T>> {
    return this.#calls().getTaskResult({ taskId }, resultSchema, options) as Promise<SchemaOutput<T>>
  }

  /** Lists the tasks of the client, a page at a time. */
  async listTasks(cursor?: string, options?: RequestOptions): Promise<ListTasksResult> {
    return this.#calls().listTasks(cursor ? { cursor } : undefined, options) as Promise<ListTasksResult>
  }

  /** Cancels a task of the client. */
  async cancelTask(taskId: string, options?: RequestOptions): Promise<CancelTaskResult> {
    return this.#calls().cancelTask({ taskId }, options) as Promise<CancelTaskResult>
  }

  /** The calls that a server keeps for its subclasses and for this class. */
  #calls(): TaskCalls {
    return this.#server as unknown as TaskCalls
  }
}

interface TaskCalls {
  requestStream(request: Request, schema: AnySchema, options: RequestOptions | undefined): unknown
  getTask(params: { taskId: string }, options: RequestOptions | undefined): unknown
  getTaskResult(params: { taskId: string }, schema: AnySchema | undefined, options: RequestOptions | undefined): unknown
  listTasks(params: { cursor?: string } | undefined, options: RequestOptions | undefined): unknown
  cancelTask(params: { taskId: string }, options: RequestOptions | undefined): unknown
}
