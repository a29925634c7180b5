/** The member of `_meta` that names the task a message belongs to. spec: 2025-11-25 basic/utilities/tasks#related-task-metadata */
export const relatedTaskKey = 'io.modelcontextprotocol/related-task'

/** Adds the task that a message belongs to to its `_meta`. */
export function relatedTaskMeta(taskId: string, meta?: object): Readonly<Record<string, unknown>> {
  return { ...meta, [relatedTaskKey]: { taskId } }
}
