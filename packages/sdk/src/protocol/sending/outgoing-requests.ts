import { type AnySchema, type SchemaOutput, safeParse } from '../../server/zod-compat.js'
import type { Transport, TransportSendOptions } from '../../shared/transport.js'
import {
  ErrorCode,
  type JSONRPCErrorResponse,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  McpError,
  type Progress,
  RELATED_TASK_META_KEY,
  type Request,
} from '../../types.js'
import { isRecord } from '../message-kind.js'
import { DEFAULT_REQUEST_TIMEOUT_MSEC, type ProgressCallback, type RequestOptions } from '../protocol-options.js'
import type { TaskMessages } from '../tasks/task-messages.js'
import { RequestTimeouts } from './request-timeouts.js'

/** Gets the response to a request, or the error that ends it. */
export type ResponseHandler = (response: JSONRPCResultResponse | Error) => void

/** The connection that requests are sent on. */
export interface OutgoingChannel {
  transport(): Transport | undefined
  taskMessages(): TaskMessages
  onError(error: Error): void
}

/** The requests of this side that wait for a response. */
export class OutgoingRequests {
  readonly #channel: OutgoingChannel
  readonly #timeouts = new RequestTimeouts()
  /** The ids of the requests that became tasks, whose progress goes on. */
  readonly #taskTokens = new Map<string, number>()
  readonly #progress = new Map<number, ProgressCallback>()
  #waiting = new Map<number, ResponseHandler>()
  #nextId = 0

  constructor(channel: OutgoingChannel) {
    this.#channel = channel
  }

  /** Sends a request. Rejects with the error of the other side, the error of the schema, or what went wrong here. */
  send<T extends AnySchema>(
    transport: Transport,
    call: { readonly request: Request; readonly resultSchema: T; readonly options: RequestOptions | undefined },
  ): Promise<SchemaOutput<T>> {
    const { request, resultSchema, options = {} } = call
    return new Promise((resolve, reject) => {
      options.signal?.throwIfAborted()
      const id = this.#nextId++
      const stop = this.#listen(id, options, reject)
      this.#waiting.set(id, (response) => {
        stop()
        if (response instanceof Error) return reject(response)
        try {
          const parsed = safeParse(resultSchema, response.result)
          if (parsed.success) resolve(parsed.data)
          else reject(parsed.error)
        } catch (error) {
          reject(error)
        }
      })
      if (options.onprogress !== undefined) this.#progress.set(id, options.onprogress)
      const fail = (error: unknown): void => {
        this.#forget(id)
        stop()
        reject(error)
      }
      this.#dispatch(transport, encodeRequest(id, request, options), options).catch(fail)
    })
  }

  /** Takes a response of the other side. */
  receive(response: JSONRPCResultResponse | JSONRPCErrorResponse): void {
    const id = Number(response.id)
    const handler = this.#waiting.get(id)
    if (handler === undefined) {
      this.#channel.onError(new Error(`Received a response for an unknown message ID: ${JSON.stringify(response)}`))
      return
    }
    this.#waiting.delete(id)
    this.#timeouts.stop(id)
    const taskId = 'result' in response ? taskIdOf(response.result) : undefined
    if (taskId === undefined) this.#progress.delete(id)
    else this.#taskTokens.set(taskId, id)
    if ('result' in response) handler(response)
    else handler(McpError.fromError(response.error.code, response.error.message, response.error.data))
  }

  /** Ends a request with a response that came another way. Returns false if it does not wait any more. */
  settle(id: number, response: JSONRPCResultResponse | Error): boolean {
    const handler = this.#waiting.get(id)
    if (handler === undefined) return false
    this.#forget(id)
    handler(response)
    return true
  }

  /** Takes progress of the other side. */
  receiveProgress(notification: { readonly params: Progress & { readonly progressToken: unknown } }): void {
    const { progressToken, ...progress } = notification.params
    const id = Number(progressToken)
    const listener = this.#progress.get(id)
    if (listener === undefined) {
      this.#channel.onError(
        new Error(`Received a progress notification for an unknown token: ${JSON.stringify(notification)}`),
      )
      return
    }
    const expired = this.#waiting.has(id) ? this.#timeouts.extend(id) : undefined
    if (expired === undefined) listener(progress)
    else this.settle(id, expired)
  }

  /** Stops the progress of a request that became a task. */
  endTaskProgress(taskId: string): void {
    const id = this.#taskTokens.get(taskId)
    if (id === undefined) return
    this.#progress.delete(id)
    this.#taskTokens.delete(taskId)
  }

  /** Forgets all requests, and returns those that still wait. */
  takeAll(): Iterable<ResponseHandler> {
    const waiting = this.#waiting
    this.#waiting = new Map()
    this.#progress.clear()
    this.#taskTokens.clear()
    this.#timeouts.stopAll()
    return waiting.values()
  }

  /** Watches the signal and the time of a request. Returns what stops watching. */
  #listen(id: number, options: RequestOptions, reject: (error: unknown) => void): () => void {
    const { signal, timeout = DEFAULT_REQUEST_TIMEOUT_MSEC, maxTotalTimeout, resetTimeoutOnProgress } = options
    const cancel = (reason: unknown): void => {
      signal?.removeEventListener('abort', onAbort)
      this.#forget(id)
      this.#tellCancelled(id, reason, options)
      reject(reason instanceof McpError ? reason : new McpError(ErrorCode.RequestTimeout, String(reason)))
    }
    const onAbort = (): void => cancel(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#timeouts.start(id, { timeout, maxTotalTimeout, resetTimeoutOnProgress }, () =>
      cancel(McpError.fromError(ErrorCode.RequestTimeout, 'Request timed out', { timeout })),
    )
    return () => signal?.removeEventListener('abort', onAbort)
  }

  #tellCancelled(requestId: number, reason: unknown, options: RequestOptions): void {
    const notification: JSONRPCNotification = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId, reason: String(reason) },
    }
    this.#channel
      .transport()
      ?.send(notification, sendOptionsOf(options))
      .catch((error) => this.#channel.onError(new Error(`Failed to send cancellation: ${error}`)))
  }

  /** A request that belongs to a task waits in the queue of the task; all others are sent. */
  async #dispatch(transport: Transport, message: JSONRPCRequest, options: RequestOptions): Promise<void> {
    const taskId = options.relatedTask?.taskId
    if (taskId === undefined || taskId === '') return transport.send(message, sendOptionsOf(options))
    const messages = this.#channel.taskMessages()
    messages.expectResponse(Number(message.id), (response) => this.settle(Number(message.id), response))
    await messages.enqueue(taskId, { type: 'request', message, timestamp: Date.now() })
  }

  #forget(id: number): void {
    this.#waiting.delete(id)
    this.#progress.delete(id)
    this.#timeouts.stop(id)
  }
}

function encodeRequest(id: number, request: Request, options: RequestOptions): JSONRPCRequest {
  const message: JSONRPCRequest = { ...request, jsonrpc: '2.0', id }
  const { onprogress, task, relatedTask } = options
  if (onprogress === undefined && task === undefined && relatedTask === undefined) return message
  const meta = { ...request.params?._meta }
  if (onprogress !== undefined) meta.progressToken = id
  if (relatedTask !== undefined) meta[RELATED_TASK_META_KEY] = relatedTask
  const params: NonNullable<JSONRPCRequest['params']> = { ...request.params }
  if (task !== undefined) params['task'] = task
  if (onprogress !== undefined || relatedTask !== undefined) params._meta = meta
  message.params = params
  return message
}

function sendOptionsOf(options: RequestOptions): TransportSendOptions {
  const { relatedRequestId, resumptionToken, onresumptiontoken } = options
  return { relatedRequestId, resumptionToken, onresumptiontoken }
}

function taskIdOf(result: Readonly<Record<string, unknown>>): string | undefined {
  const { task } = result
  return isRecord(task) && typeof task['taskId'] === 'string' ? task['taskId'] : undefined
}
