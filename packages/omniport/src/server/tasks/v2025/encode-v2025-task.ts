import type { TaskStatus } from '../../../protocol/model/task.js'
import { truncateStatus } from '../runs/task-status-line.js'
import type { TaskOutcome, TaskSnapshot } from '../service/task-snapshot.js'

/**
 * Encodes a task in the shape of 2025-11-25, where a tool that reports an error has failed.
 * spec: 2025-11-25 basic/utilities/tasks#task
 */
export function encodeV2025Task(snapshot: TaskSnapshot): object {
  const {
    taskId,
    statusMessage = failureText(snapshot),
    createdAt,
    lastUpdatedAt,
    ttlMs,
    pollIntervalMs,
  } = snapshot.task
  return {
    taskId,
    status: v2025Status(snapshot),
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt,
    lastUpdatedAt,
    ttl: ttlMs,
    ...(pollIntervalMs !== undefined && { pollInterval: pollIntervalMs }),
  }
}

/** spec: 2025-11-25 basic/utilities/tasks#task-execution-errors */
function v2025Status({ task, outcome }: TaskSnapshot): TaskStatus {
  return isToolError(outcome) ? 'failed' : task.status
}

/** The text that a tool gave with its error: some clients show only the status of a task that failed. */
function failureText({ outcome }: TaskSnapshot): string | undefined {
  const block = isToolError(outcome) ? outcome.result.content[0] : undefined
  return block?.type === 'text' ? truncateStatus(block.text) : undefined
}

function isToolError(outcome: TaskOutcome | undefined): outcome is TaskOutcome & { readonly type: 'result' } {
  return outcome?.type === 'result' && outcome.result.isError === true
}
