import type { JSONRPCErrorResponse, JSONRPCRequest, JSONRPCResultResponse, RequestId, Result } from '../types.js'
import { encodeError, methodNotFound } from './error-response.js'
import { createExtra, type ExtraSenders, taskParamsOf } from './handler-extra.js'
import type { IncomingRequest } from './incoming-request.js'
import type { ProtocolOptions } from './protocol-options.js'
import type { RequestHandlerExtra, RequestTaskStore } from './request-handler-extra.js'
import { relatedTaskIdOf, TaskReply } from './task-reply.js'
import { createRequestTaskStore } from './tasks/request-task-store.js'
import type { TaskMessages } from './tasks/task-messages.js'

/** A handler of any request, as it is stored. */
// biome-ignore lint/suspicious/noExplicitAny: each protocol has handlers of its own request and notification types
export type StoredHandler = (request: JSONRPCRequest, extra: RequestHandlerExtra<any, any>) => unknown

/** The side of a connection whose requests are served. */
export interface ServingSide extends ExtraSenders {
  readonly options: ProtocolOptions | undefined
  taskMessages(): TaskMessages
  /** Throws unless a call of `method` can be made a task. */
  assertCanBeTask(method: string): void
  endTaskProgress(taskId: string): void
  onError(error: Error): void
}

/** Runs the handlers of the requests of the other side, and sends their responses. */
export class IncomingRequests {
  /** The requests whose handlers run. */
  readonly running: Map<RequestId, IncomingRequest>
  readonly #side: ServingSide

  constructor(side: ServingSide, running: Map<RequestId, IncomingRequest>) {
    this.#side = side
    this.running = running
  }

  serve(request: IncomingRequest, handler: StoredHandler | undefined): void {
    if (handler === undefined) {
      void this.#refuse(request)
      return
    }
    this.running.set(request.message.id, request)
    void this.#run(request, handler)
  }

  async #refuse(request: IncomingRequest): Promise<void> {
    const task = this.#taskReplyTo(request)
    const response = methodNotFound(request.message.id)
    try {
      await task?.prepare().catch(() => {})
      await (task === undefined ? request.transport?.send(response) : task.send(response))
    } catch (error) {
      this.#side.onError(new Error(`Failed to send an error response: ${error}`))
    }
  }

  async #run(request: IncomingRequest, handler: StoredHandler): Promise<void> {
    const { id } = request.message
    const task = this.#taskReplyTo(request)
    let response: JSONRPCResultResponse | JSONRPCErrorResponse
    try {
      // The handler begins when the transport has handed over what else came with the request.
      await task?.prepare()
      response = { result: (await this.#handle(request, handler)) as Result, jsonrpc: '2.0', id }
    } catch (error) {
      response = encodeError(id, error)
    }
    try {
      if (!request.isAborted) await (task === undefined ? request.transport?.send(response) : task.send(response))
    } catch (error) {
      this.#side.onError(new Error(`Failed to send response: ${error}`))
    } finally {
      // Another connection may use the same id by now.
      if (this.running.get(id) === request) this.running.delete(id)
    }
  }

  #handle(request: IncomingRequest, handler: StoredHandler): unknown {
    const { message } = request
    if (taskParamsOf(message) !== undefined) this.#side.assertCanBeTask(message.method)
    return handler(message, createExtra(this.#side, request, this.#taskStoreOf(request)))
  }

  #taskStoreOf({ message, transport }: IncomingRequest): RequestTaskStore | undefined {
    const store = this.#side.options?.taskStore
    if (store === undefined) return undefined
    return createRequestTaskStore(
      store,
      { request: message, sessionId: transport?.sessionId },
      {
        notify: (notification) => this.#side.notify(notification),
        onEnd: (taskId) => this.#side.endTaskProgress(taskId),
      },
    )
  }

  #taskReplyTo({ message, transport }: IncomingRequest): TaskReply | undefined {
    const { options } = this.#side
    if (options?.taskMessageQueue === undefined) return undefined
    const taskId = relatedTaskIdOf(message)
    return taskId ? new TaskReply({ taskId, transport, options, messages: this.#side.taskMessages() }) : undefined
  }
}
