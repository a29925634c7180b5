import type { Meta } from './model/meta.js'

const key = 'io.modelcontextprotocol/related-task'

/**
 * The `_meta` of a message that belongs to a task, in revisions where tasks are part of the protocol: what is there is kept.
 *
 * spec: 2025-11-25 basic/utilities/tasks#associating-task-related-messages
 */
export function withRelatedTask(meta: unknown, taskId: string): Meta {
  return { ...(typeof meta === 'object' ? meta : undefined), [key]: { taskId } }
}
