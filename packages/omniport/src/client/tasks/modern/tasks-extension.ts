import { isFinal } from '../../../protocol/model/task.js'
import type { ClientExtension } from '../../extensions/client-extension.js'
import { ExtensionTask, type TaskWorld } from './extension-task.js'

/**
 * The extension for tasks: a call that a server goes on with as a task has the result of that task. Whoever gives up the call
 * has the task cancelled.
 *
 * spec: SEP-2663
 */
export function tasksExtension(world: TaskWorld): ClientExtension {
  return {
    resultTypes: {
      task: {
        methods: ['tools/call'],
        run: async (created, ctx) => {
          const task = new ExtensionTask(created, ctx, world)
          try {
            return await task.run(ctx)
          } catch (reason) {
            if (!isFinal(task.status)) void task.cancel().catch(ignore)
            throw reason
          }
        },
      },
    },
    nameParams: { 'tasks/get': 'taskId', 'tasks/update': 'taskId', 'tasks/cancel': 'taskId' },
  }
}

/** It was only a wish. */
function ignore(): void {}
