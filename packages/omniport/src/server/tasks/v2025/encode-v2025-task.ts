import type { TaskStatus } from '../../../protocol/model/task.js'
import type { TaskSnapshot } from '../service/task-snapshot.js'

/**
 * Encodes a task in the shape of 2025-11-25, where a tool that reports an error has failed.
 * spec: 2025-11-25 basic/utilities/tasks#task
 */
export function encodeV2025Task(snapshot: TaskSnapshot): object {
  const { taskId, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs } = snapshot.task
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
  return outcome?.type === 'result' && outcome.result.isError === true ? 'failed' : task.status
}
