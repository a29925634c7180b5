import type { McpError, Result, Task } from '../types.js'

/** A step of a request that may run as a task. */
export interface BaseResponseMessage {
  type: string
}

/** The task has another state. */
export interface TaskStatusMessage extends BaseResponseMessage {
  type: 'taskStatus'
  task: Task
}

/** The peer runs the request as a task. */
export interface TaskCreatedMessage extends BaseResponseMessage {
  type: 'taskCreated'
  task: Task
}

/** The last step: the request was answered. */
export interface ResultMessage<T extends Result> extends BaseResponseMessage {
  type: 'result'
  result: T
}

/** The last step: the request failed. */
export interface ErrorMessage extends BaseResponseMessage {
  type: 'error'
  error: McpError
}

/** Every step that a request can have. */
export type ResponseMessage<T extends Result> = TaskStatusMessage | TaskCreatedMessage | ResultMessage<T> | ErrorMessage

/** The values of a generator. */
export type AsyncGeneratorValue<T> = T extends AsyncGenerator<infer U> ? U : never

/** Collects all values of a generator. */
export async function toArrayAsync<T extends AsyncGenerator<unknown>>(it: T): Promise<AsyncGeneratorValue<T>[]> {
  const values: AsyncGeneratorValue<T>[] = []
  for await (const value of it) values.push(value as AsyncGeneratorValue<T>)
  return values
}

/** Waits for the result among the steps of a request. Throws its error if that comes. */
export async function takeResult<T extends Result, U extends AsyncGenerator<ResponseMessage<T>>>(it: U): Promise<T> {
  for await (const step of it) {
    if (step.type === 'result') return step.result
    if (step.type === 'error') throw step.error
  }
  throw new Error('No result in stream.')
}
