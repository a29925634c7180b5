import type { RpcErrorObject } from '../../../jsonrpc/messages/messages.js'
import type { InputRequests } from '../../../protocol/model/input-request.js'
import type { CallToolResult } from '../../../protocol/model/results.js'
import type { Task, TaskEnd } from '../../../protocol/model/task.js'

/** The end of a task: the result of its tool, or an error of the protocol. */
export type TaskOutcome = TaskEnd<CallToolResult, RpcErrorObject>

/** A task at one moment, for any protocol. */
export interface TaskSnapshot {
  readonly task: Task
  /** Increases with every change. */
  readonly version: number
  /** The open input requests, in newest shape; empty unless the status is `input_required`. */
  readonly inputRequests: InputRequests
  /** Present for a task that is completed or failed. */
  readonly outcome?: TaskOutcome | undefined
}
