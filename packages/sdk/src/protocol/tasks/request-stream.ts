import { isTerminal } from '../../experimental/tasks/interfaces.js'
import type { ResponseMessage } from '../../shared/responseMessage.js'
import { ErrorCode, McpError, type Result, type Task } from '../../types.js'

export interface RequestStreamSteps<T> {
  /** Sends the request. Gives the task if it was made one, else undefined. */
  readonly createTask: (() => Promise<Task | undefined>) | undefined
  readonly request: () => Promise<T>
  readonly getTask: (taskId: string) => Promise<Task>
  readonly getTaskResult: (taskId: string) => Promise<T>
  readonly defaultPollMs: number
  readonly signal: AbortSignal | undefined
}

/** Follows a request, and the task that it becomes, to its result or error. */
export async function* streamRequest<T extends Result>(
  steps: RequestStreamSteps<T>,
): AsyncGenerator<ResponseMessage<T>, void, void> {
  try {
    if (steps.createTask === undefined) {
      yield { type: 'result', result: await steps.request() }
      return
    }
    const created = await steps.createTask()
    if (created === undefined) throw new McpError(ErrorCode.InternalError, 'Task creation did not return a task')
    yield { type: 'taskCreated', task: created }
    yield* followTask(created.taskId, steps)
  } catch (error) {
    yield { type: 'error', error: toMcpError(error) }
  }
}

async function* followTask<T extends Result>(
  taskId: string,
  steps: RequestStreamSteps<T>,
): AsyncGenerator<ResponseMessage<T>, void, void> {
  for (;;) {
    const task = await steps.getTask(taskId)
    yield { type: 'taskStatus', task }
    if (task.status === 'failed') throw new McpError(ErrorCode.InternalError, `Task ${taskId} failed`)
    if (task.status === 'cancelled') throw new McpError(ErrorCode.InternalError, `Task ${taskId} was cancelled`)
    // A task that needs input delivers its questions with `tasks/result`.
    if (isTerminal(task.status) || task.status === 'input_required') {
      yield { type: 'result', result: await steps.getTaskResult(taskId) }
      return
    }
    await new Promise((resolve) => setTimeout(resolve, task.pollInterval ?? steps.defaultPollMs))
    steps.signal?.throwIfAborted()
  }
}

function toMcpError(error: unknown): McpError {
  return error instanceof McpError ? error : new McpError(ErrorCode.InternalError, String(error))
}
