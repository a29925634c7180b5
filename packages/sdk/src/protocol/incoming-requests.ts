import type { Transport } from '../shared/transport.js'
import type { JSONRPCRequest, JSONRPCResultResponse, MessageExtraInfo, RequestId, Result } from '../types.js'
import { encodeError, methodNotFound } from './error-response.js'
import { createExtra, type ExtraSenders } from './handler-extra.js'
import { isRecord } from './message-kind.js'
import type { ProtocolOptions } from './protocol-options.js'
import type { RequestHandlerExtra, RequestTaskStore } from './request-handler-extra.js'
import { DirectReply, type RequestReply, relatedTaskIdOf, TaskReply } from './request-reply.js'
import { RunningRequest } from './running-request.js'
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

export interface IncomingRequest {
  readonly request: JSONRPCRequest
  readonly handler: StoredHandler | undefined
  readonly transport: Transport | undefined
  readonly info: MessageExtraInfo | undefined
}

/** Runs the handlers of the requests of the other side, and sends their responses. */
export class IncomingRequests {
  /** The requests whose handlers run. */
  readonly running: Map<RequestId, RunningRequest>
  readonly #side: ServingSide

  constructor(side: ServingSide, running: Map<RequestId, RunningRequest>) {
    this.#side = side
    this.running = running
  }

  serve(incoming: IncomingRequest): void {
    const { request, handler } = incoming
    const reply = this.#replyTo(incoming)
    if (handler === undefined) {
      void this.#refuse(request, reply)
      return
    }
    const running = new RunningRequest()
    this.running.set(request.id, running)
    void this.#run(handler, { ...incoming, running, reply })
  }

  async #refuse(request: JSONRPCRequest, reply: RequestReply): Promise<void> {
    try {
      await reply.prepare()?.catch(() => {})
      await reply.send(methodNotFound(request.id))
    } catch (error) {
      this.#side.onError(new Error(`Failed to send an error response: ${error}`))
    }
  }

  async #run(
    handler: StoredHandler,
    context: IncomingRequest & { readonly running: RunningRequest; readonly reply: RequestReply },
  ): Promise<void> {
    const { request, running, reply } = context
    try {
      const response = await this.#respond(handler, context)
      if (!running.isAborted) await reply.send(response)
    } catch (error) {
      this.#side.onError(new Error(`Failed to send response: ${error}`))
    } finally {
      // Another connection may use the same id by now.
      if (this.running.get(request.id) === running) this.running.delete(request.id)
    }
  }

  async #respond(
    handler: StoredHandler,
    context: IncomingRequest & { readonly running: RunningRequest; readonly reply: RequestReply },
  ): Promise<JSONRPCResultResponse | ReturnType<typeof encodeError>> {
    const { request, reply } = context
    const { id, method } = request
    try {
      // The handler begins when the transport has handed over what else came with the request.
      await reply.prepare()
      if (taskParamsOf(request) !== undefined) this.#side.assertCanBeTask(method)
      const result = (await handler(request, this.#extraOf(context))) as Result
      return { result, jsonrpc: '2.0', id }
    } catch (error) {
      return encodeError(id, error)
    }
  }

  #extraOf(context: IncomingRequest & { readonly running: RunningRequest }): ReturnType<typeof createExtra> {
    const { request, transport, info, running } = context
    const taskStore = this.#taskStoreOf(request, transport?.sessionId)
    const ttl = taskParamsOf(request)?.ttl
    return createExtra(this.#side, { request, sessionId: transport?.sessionId, info, running, taskStore, ttl })
  }

  #taskStoreOf(request: JSONRPCRequest, sessionId: string | undefined): RequestTaskStore | undefined {
    const store = this.#side.options?.taskStore
    if (store === undefined) return undefined
    return createRequestTaskStore(
      store,
      { request, sessionId },
      {
        notify: (notification) => this.#side.notify(notification),
        onEnd: (taskId) => this.#side.endTaskProgress(taskId),
      },
    )
  }

  #replyTo({ request, transport }: IncomingRequest): RequestReply {
    const taskId = relatedTaskIdOf(request)
    const { options } = this.#side
    if (!taskId || options?.taskMessageQueue === undefined) return new DirectReply(transport)
    return new TaskReply({ taskId, transport, options, messages: this.#side.taskMessages() })
  }
}

/** The parameters of the task that a request asks for. */
function taskParamsOf({ params }: JSONRPCRequest): { readonly ttl?: number | undefined } | undefined {
  const task = params?.['task']
  if (!isRecord(task)) return undefined
  const { ttl } = task
  if (ttl === undefined) return {}
  return typeof ttl === 'number' ? { ttl } : undefined
}
