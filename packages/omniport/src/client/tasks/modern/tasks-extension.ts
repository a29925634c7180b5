import type { ClientExtension } from '../../extensions/client-extension.js'
import { cancelUnwanted } from '../cancel-unwanted.js'
import { ExtensionTask, type TaskServices } from './extension-task.js'

/**
 * The extension for tasks: a call that a server goes on with as a task has the result of that task. Whoever gives up the call
 * has the task cancelled.
 *
 * spec: SEP-2663
 */
export function tasksExtension(services: TaskServices): ClientExtension {
  return {
    resultTypes: {
      task: {
        methods: ['tools/call'],
        mayTakeLong: true,
        run: async (created, ctx) => {
          const task = new ExtensionTask(created, ctx, services)
          try {
            return await task.run(ctx)
          } catch (reason) {
            cancelUnwanted(task)
            throw reason
          }
        },
      },
    },
    nameParams: { 'tasks/get': 'taskId', 'tasks/update': 'taskId', 'tasks/cancel': 'taskId' },
  }
}
