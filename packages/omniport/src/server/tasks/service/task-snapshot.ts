import type { RpcErrorObject } from '../../../jsonrpc/messages/messages.js'
import type { InputRequests } from '../../../protocol/model/input-request.js'
import type { CallToolResult } from '../../../protocol/model/results.js'
import type { Task, TaskEnd } from '../../../protocol/model/task.js'

/** How a task ended: with the result of its tool, or with an error of the protocol. */
export type TaskOutcome = TaskEnd<CallToolResult, RpcErrorObject>

/** A task at one moment, whatever the wire it is told on. */
export interface TaskSnapshot {
  readonly task: Task
  /** Rises with every change. */
  readonly version: number
  /** The questions that have no answer yet, in newest shape; empty unless the status is `input_required`. */
  readonly inputRequests: InputRequests
  /** Only of a task that is completed or failed. */
  readonly outcome?: TaskOutcome | undefined
}
