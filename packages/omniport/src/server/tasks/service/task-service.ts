import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { CallToolResult } from '../../../protocol/model/results.js'
import type { InputRequired } from '../../../protocol/results/input-required.js'
import type { ToolRequest } from '../../tools/call-tool.js'
import type { ToolEntry } from '../../tools/tool-entry.js'
import type { TaskSnapshot } from './task-snapshot.js'

export interface TaskRequest {
  readonly tool: ToolEntry
  readonly call: ToolRequest
  /** The time that the client requests; `limits.taskMs` at most, and a minute at least. */
  readonly ttlMs?: number | undefined
}

/**
 * The start of a task: the task, or the answer to the call. That is `InputRequired` where a modern client must be asked
 * first, and a result with `isError` where the tool refused the call.
 */
export type TaskStart =
  | { readonly type: 'task'; readonly snapshot: TaskSnapshot }
  | { readonly type: 'answer'; readonly answer: InputRequired | CallToolResult }

/**
 * Tasks that exist, wherever they run, for the adapters of both protocols. An owner is a principal key. A task of another
 * owner is unknown, which is RpcError -32602.
 */
export interface ExistingTasks {
  get(id: string, owner: string): Promise<TaskSnapshot>
  /** Lists tasks in order of creation; `next` is the id to continue after. */
  list(
    owner: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly tasks: readonly TaskSnapshot[]; readonly next?: string | undefined }>
  /**
   * Accepts answers to open input requests; others are ignored. Settles when they are stored. Rejects with RpcError
   * -32602 when the task would be too large with them; then none is stored.
   */
  answer(id: string, owner: string, responses: ReadonlyMap<string, unknown>): Promise<void>
  /**
   * Stores an error as the answer to an open input request; any other is ignored. The handler gets that error, in later
   * runs too. Settles when it is stored.
   */
  refuse(id: string, owner: string, refusal: { readonly key: string; readonly error: RpcError }): Promise<void>
  /** Cancels a task. Settles with the task as it is then: cancelled, or final before. */
  cancel(id: string, owner: string): Promise<TaskSnapshot>
  /** Waits until the version of a task differs from `version`. Rejects with the reason of `signal`. */
  changed(
    id: string,
    owner: string,
    wait: { readonly version: number; readonly signal: AbortSignal },
  ): Promise<TaskSnapshot>
  /** Calls `listener` for every change of any task, on every node. Returns a function that removes it. */
  watch(listener: (id: string) => void): () => void
}

/** The tasks of a server. */
export interface TaskService extends ExistingTasks {
  /**
   * Starts a task; it can be read before this settles. Rejects with RpcError: the error that `before` of the tool
   * threw, `TooManyTasks` when a limit is reached, or when the call is too large for a task. The oldest final tasks of
   * the owner make room for new ones.
   */
  create(request: TaskRequest): Promise<TaskStart>
  close(): Promise<void>
}
