import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { CallToolResult } from '../../../protocol/model/results.js'
import type { InputRequired } from '../../../protocol/results/input-required.js'
import type { ToolRequest } from '../../tools/call-tool.js'
import type { ToolEntry } from '../../tools/tool-entry.js'
import type { TaskSnapshot } from './task-snapshot.js'

/** A call of a tool that goes on as a task. */
export interface TaskRequest {
  readonly tool: ToolEntry
  readonly call: ToolRequest
  /** What the client wishes; `limits.taskMs` at most, and a minute at least. */
  readonly ttlMs?: number | undefined
}

/**
 * What a call that should be a task came to: a task, or at once the answer to the call. That is `InputRequired` where a
 * modern client is asked something before there is a task, and a result with `isError` where the tool refused there.
 */
export type TaskStart =
  | { readonly type: 'task'; readonly snapshot: TaskSnapshot }
  | { readonly type: 'answer'; readonly answer: InputRequired | CallToolResult }

/**
 * The tasks of a server, as both wire faces see them. An owner is a principal key: what another owner made is unknown, and
 * unknown is RpcError -32602.
 */
export interface TaskService {
  /**
   * Starts a task; it can be got before this settles. Rejects with RpcError: what `before` of the tool threw, `TooManyTasks`
   * when a limit is reached, or when the call is larger than a task may be. The oldest tasks of the owner that are final
   * make room for new ones.
   */
  create(request: TaskRequest): Promise<TaskStart>
  get(id: string, owner: string): Promise<TaskSnapshot>
  /** In order of creation; `next` is the id to go on after. */
  list(
    owner: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly tasks: readonly TaskSnapshot[]; readonly next?: string | undefined }>
  /**
   * Takes answers to outstanding questions; others are ignored. Settles when they are kept. Rejects with RpcError -32602 when
   * the task would be too large with them; none is kept then.
   */
  answer(id: string, owner: string, responses: ReadonlyMap<string, unknown>): Promise<void>
  /**
   * The client answered an outstanding question with an error; any other is ignored. Whoever asked it in the task gets that
   * error, in later runs too. Settles when it is kept.
   */
  refuse(id: string, owner: string, refusal: { readonly key: string; readonly error: RpcError }): Promise<void>
  /** Settles with the task as it is then: cancelled, or final before. */
  cancel(id: string, owner: string): Promise<TaskSnapshot>
  /** The task as soon as its version is another than `version`. Rejects with the reason of `signal`. */
  changed(
    id: string,
    owner: string,
    wait: { readonly version: number; readonly signal: AbortSignal },
  ): Promise<TaskSnapshot>
  /** Tells of every change of any task, on every node. Gives what stops it. */
  watch(listener: (id: string) => void): () => void
  close(): Promise<void>
}
