import { findOutputError } from '../../calling/check-output.js'
import type { Client } from '../../client/index.js'
import type { AnyObjectSchema, SchemaOutput } from '../../server/zod-compat.js'
import type { RequestOptions } from '../../shared/protocol.js'
import type { ResponseMessage } from '../../shared/responseMessage.js'
import {
  type CallToolRequest,
  CallToolResultSchema,
  type CancelTaskResult,
  type ClientRequest,
  type CompatibilityCallToolResultSchema,
  type GetTaskResult,
  type ListTasksResult,
  type Notification,
  type Request,
  type Result,
} from '../../types.js'
import type { JsonSchemaValidator } from '../../validation/types.js'

/** The members of a client that are not for programs. */
interface TaskClient {
  isToolTask(toolName: string): boolean
  getToolOutputValidator(toolName: string): JsonSchemaValidator<unknown> | undefined
  getTask(params: { taskId: string }, options?: RequestOptions): Promise<GetTaskResult>
  getTaskResult<T extends AnyObjectSchema>(
    params: { taskId: string },
    resultSchema: T | undefined,
    options?: RequestOptions,
  ): Promise<SchemaOutput<T>>
  listTasks(params?: { cursor?: string }, options?: RequestOptions): Promise<ListTasksResult>
  cancelTask(params: { taskId: string }, options?: RequestOptions): Promise<CancelTaskResult>
  requestStream<T extends AnyObjectSchema>(
    request: Request,
    resultSchema: T,
    options?: RequestOptions,
  ): AsyncGenerator<ResponseMessage<SchemaOutput<T>>, void, void>
}

/** Calls that run as tasks of the server: `client.experimental.tasks`. It may change. */
export class ExperimentalClientTasks<
  RequestT extends Request = Request,
  NotificationT extends Notification = Notification,
  ResultT extends Result = Result,
> {
  readonly #client: TaskClient

  constructor(_client: Client<RequestT, NotificationT, ResultT>) {
    this.#client = _client as unknown as TaskClient
  }

  /**
   * Calls a tool, as a task where the server runs it as one, and yields what becomes of it. The last message is a `result`, checked
   * against the output schema if the tools were listed, or an `error`.
   */
  async *callToolStream<T extends typeof CallToolResultSchema | typeof CompatibilityCallToolResultSchema>(
    params: CallToolRequest['params'],
    resultSchema: T = CallToolResultSchema as T,
    options?: RequestOptions,
  ): AsyncGenerator<ResponseMessage<SchemaOutput<T>>, void, void> {
    const client = this.#client
    const { name } = params
    const task = options?.task ?? (client.isToolTask(name) ? {} : undefined)
    const stream = client.requestStream({ method: 'tools/call', params }, resultSchema, {
      ...options,
      ...(task && { task }),
    })
    const validate = client.getToolOutputValidator(name)
    for await (const message of stream) {
      const error = validate && message.type === 'result' && findOutputError(name, message.result, validate)
      if (error) {
        yield { type: 'error', error }
        return
      }
      yield message
    }
  }

  /** Gets the state of a task. */
  async getTask(taskId: string, options?: RequestOptions): Promise<GetTaskResult> {
    return this.#client.getTask({ taskId }, options)
  }

  /** Gets the result of a task, once it has ended. */
  async getTaskResult<T extends AnyObjectSchema>(
    taskId: string,
    resultSchema?: T,
    options?: RequestOptions,
  ): Promise<SchemaOutput<T>> {
    return this.#client.getTaskResult({ taskId }, resultSchema, options)
  }

  /** Lists the tasks, a page at a time. */
  async listTasks(cursor?: string, options?: RequestOptions): Promise<ListTasksResult> {
    return this.#client.listTasks(cursor ? { cursor } : undefined, options)
  }

  /** Cancels a task. */
  async cancelTask(taskId: string, options?: RequestOptions): Promise<CancelTaskResult> {
    return this.#client.cancelTask({ taskId }, options)
  }

  /** Sends a request, as a task if `options.task` is given, and yields what becomes of it. */
  requestStream<T extends AnyObjectSchema>(
    request: ClientRequest | RequestT,
    resultSchema: T,
    options?: RequestOptions,
  ): AsyncGenerator<ResponseMessage<SchemaOutput<T>>, void, void> {
    return this.#client.requestStream(request, resultSchema, options)
  }
}
