import type { QueuedMessage } from '../../experimental/tasks/interfaces.js'
import { ErrorCode, type JSONRPCErrorResponse, type JSONRPCResultResponse, McpError } from '../../types.js'
import { messageKindOf } from '../message-kind.js'
import type { ProtocolOptions } from '../protocol-options.js'

type SettleResponse = (response: JSONRPCResultResponse | Error) => boolean

export interface TaskMessagesOptions {
  readonly options: ProtocolOptions | undefined
  readonly sessionId: () => string | undefined
  readonly onError: (error: Error) => void
}

/** The messages that go to the other side with the result of a task, and the requests among them that wait for a response. */
export class TaskMessages {
  readonly #options: TaskMessagesOptions
  readonly #expected = new Map<number, SettleResponse>()

  constructor(options: TaskMessagesOptions) {
    this.#options = options
  }

  /** Tells who gets the response to a queued request. */
  expectResponse(id: number, settle: SettleResponse): void {
    this.#expected.set(id, settle)
  }

  /** Takes a response to a queued request. Returns false if it answers none. */
  receive(response: JSONRPCResultResponse | JSONRPCErrorResponse): boolean {
    const id = Number(response.id)
    const settle = this.#expected.get(id)
    if (settle === undefined) return false
    this.#expected.delete(id)
    const value = 'result' in response ? response : errorOf(response)
    if (!settle(value)) this.#options.onError(new Error(`Response handler missing for side-channeled request ${id}`))
    return true
  }

  /** Adds a message to the queue of a task. @throws Error without a store and a queue, or what the queue throws. */
  async enqueue(taskId: string, message: QueuedMessage, sessionId?: string): Promise<void> {
    const { taskStore, taskMessageQueue, maxTaskQueueSize } = this.#options.options ?? {}
    if (taskStore === undefined || taskMessageQueue === undefined) {
      throw new Error('Cannot enqueue task message: taskStore and taskMessageQueue are not configured')
    }
    await taskMessageQueue.enqueue(taskId, message, sessionId ?? this.#options.sessionId(), maxTaskQueueSize)
  }

  /** Takes the next message for the other side. Responses on the way are given to the requests that wait for them. */
  async next(taskId: string, sessionId: string | undefined): Promise<QueuedMessage | undefined> {
    const queue = this.#options.options?.taskMessageQueue
    for (;;) {
      const queued = await queue?.dequeue(taskId, sessionId)
      if (queued?.type !== 'response' && queued?.type !== 'error') return queued
      if (!this.receive(queued.message)) {
        const what = queued.type === 'response' ? 'Response' : 'Error'
        this.#options.onError(new Error(`${what} handler missing for request ${queued.message.id}`))
      }
    }
  }

  /** Drops the queue of a task that has ended. Its requests fail. */
  async clear(taskId: string, sessionId: string | undefined): Promise<void> {
    const queued = (await this.#options.options?.taskMessageQueue?.dequeueAll(taskId, sessionId)) ?? []
    for (const { type, message } of queued) {
      if (type !== 'request' || messageKindOf(message) !== 'request') continue
      const id = Number(message.id)
      const settle = this.#expected.get(id)
      this.#expected.delete(id)
      if (settle !== undefined) settle(new McpError(ErrorCode.InternalError, 'Task cancelled or completed'))
      else this.#options.onError(new Error(`Resolver missing for request ${id} during task ${taskId} cleanup`))
    }
  }
}

function errorOf({ error }: JSONRPCErrorResponse): McpError {
  return new McpError(error.code, error.message, error.data)
}
