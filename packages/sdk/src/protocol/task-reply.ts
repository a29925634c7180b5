import {
  ErrorCode,
  type JSONRPCErrorResponse,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  McpError,
  RELATED_TASK_META_KEY,
} from '../types.js'
import type { IncomingRequest } from './incoming-request.js'
import { isRecord } from './message-kind.js'
import type { ProtocolOptions } from './protocol-options.js'
import type { TaskMessages } from './tasks/task-messages.js'

/** The task that a request says it belongs to. */
export function relatedTaskIdOf(request: JSONRPCRequest): string | undefined {
  const related = request.params?._meta?.[RELATED_TASK_META_KEY]
  return isRecord(related) && typeof related['taskId'] === 'string' ? related['taskId'] : undefined
}

export interface TaskReplyOptions {
  readonly taskId: string
  readonly transport: IncomingRequest['transport']
  readonly options: ProtocolOptions
  readonly messages: TaskMessages
}

/** Puts the response in the queue of the task that the request belongs to, once the task is found in its session. */
export class TaskReply {
  readonly #options: TaskReplyOptions
  #isFound: boolean

  constructor(options: TaskReplyOptions) {
    this.#options = options
    this.#isFound = options.options.taskStore === undefined || options.transport?.sessionId === undefined
  }

  /** Rejects if the request may not be answered by its handler. */
  async prepare(): Promise<void> {
    if (this.#isFound) return
    const { taskId, options, transport } = this.#options
    if (!(await options.taskStore?.getTask(taskId, transport?.sessionId))) {
      throw new McpError(ErrorCode.InvalidParams, `Task not found: ${taskId}`)
    }
    this.#isFound = true
  }

  async send(message: JSONRPCResultResponse | JSONRPCErrorResponse): Promise<void> {
    const { taskId, transport, messages } = this.#options
    if (!this.#isFound) return transport?.send(message)
    const timestamp = Date.now()
    const queued =
      'result' in message
        ? ({ type: 'response', message, timestamp } as const)
        : ({ type: 'error', message, timestamp } as const)
    await messages.enqueue(taskId, queued, transport?.sessionId)
  }
}
