/** The status of a task. The last three are final. spec: 2025-11-25 basic/utilities/tasks#task-status-lifecycle */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

/** A task in newest shape: times are ISO 8601 strings, durations are milliseconds. */
export interface Task {
  readonly taskId: string
  readonly status: TaskStatus
  /** For people and models. */
  readonly statusMessage?: string | undefined
  readonly createdAt: string
  readonly lastUpdatedAt: string
  /** From creation until the task may be forgotten; null: never. */
  readonly ttlMs: number | null
  readonly pollIntervalMs?: number | undefined
}

/** The end of a task: a result, or an error of the protocol. */
export type TaskEnd<Result, Failure> =
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'error'; readonly error: Failure }

/** Tells if a status never changes again. */
export function isFinal(status: TaskStatus): boolean {
  return status !== 'working' && status !== 'input_required'
}
