import { ExtendedResult } from '../../../protocol/results/extended-result.js'
import type { ToolRequest } from '../../tools/call-tool.js'
import type { ToolEntry } from '../../tools/tool-entry.js'
import type { TaskService, TaskStart } from '../service/task-service.js'
import { TooManyTasks } from '../service/too-many-tasks.js'
import { encodeExtensionTask } from './encode-extension-task.js'

/** Calls a tool as a task of the extension. Gives undefined for a call that runs without a task. spec: SEP-2663#task-creation */
export async function startExtensionTask(
  tasks: TaskService,
  tool: ToolEntry,
  call: ToolRequest,
): Promise<object | undefined> {
  let start: TaskStart
  try {
    start = await tasks.create({ tool, call })
  } catch (reason) {
    // An optional task is called without one then.
    if (reason instanceof TooManyTasks && tool.definition.task === 'optional') return undefined
    throw reason
  }
  return start.type === 'task' ? new ExtendedResult('task', encodeExtensionTask(start.snapshot.task)) : start.answer
}
