import { relatedTaskKey, relatedTaskMeta } from '../../protocol/meta/related-task.js'
import { isObject } from '../../values/json/is-object.js'

/** Two ids of one task. */
export interface TaskRenaming {
  readonly from: string
  readonly to: string
}

/**
 * Parameters, a result or a task with another id of the task, wherever revisions name it: as its own, as that of a new task, and in
 * `_meta`. Without any of these it is the same object.
 */
export function renameTask(part: Readonly<Record<string, unknown>>, { from, to }: TaskRenaming): typeof part {
  const { taskId, task, _meta: meta } = part
  const isOwn = taskId === from
  const isNew = isObject(task) && task['taskId'] === from
  const isRelated = relatedTaskId(part) === from
  if (!isOwn && !isNew && !isRelated) return part
  return {
    ...part,
    ...(isOwn && { taskId: to }),
    ...(isNew && { task: { ...task, taskId: to } }),
    ...(isRelated && isObject(meta) && { _meta: relatedTaskMeta(to, meta) }),
  }
}

/** The task that a message names. spec: 2025-11-25 basic/utilities/tasks#related-task-metadata */
export function relatedTaskId(params: unknown): string | undefined {
  const meta = isObject(params) ? params['_meta'] : undefined
  const related = isObject(meta) ? meta[relatedTaskKey] : undefined
  const taskId = isObject(related) ? related['taskId'] : undefined
  return typeof taskId === 'string' ? taskId : undefined
}
