import type { ServerServices } from '../../home.js'
import { createTaskService, type TaskServiceOptions } from '../create-task-service.js'
import { V2025TaskAdapter } from './core-face.js'
import { ExtensionTaskAdapter } from './extension-face.js'

/** What the tasks of a server, and their faces on the wire, depend on. */
export interface TaskAdaptersOptions extends TaskServiceOptions {
  readonly services: ServerServices
  /** Tasks per page of a list. Default: all that one owner may have. */
  readonly pageSize: number | undefined
}

/** The tasks of a server, as each revision sees them. Whoever opened them closes them. */
export interface TaskAdapters {
  readonly v2025: V2025TaskAdapter
  readonly extension: ExtensionTaskAdapter
  /** Settles when the runs of tasks on this node have ended. */
  close(): Promise<void>
}

/** Everything about tasks that a server without them does not load. */
export function openTaskAdapters(options: TaskAdaptersOptions): TaskAdapters {
  const { services, pageSize } = options
  const tasks = createTaskService(options)
  const v2025 = new V2025TaskAdapter({ tasks, services, pageSize })
  const close = () => {
    v2025.close()
    return tasks.close()
  }
  return { v2025, extension: new ExtensionTaskAdapter({ tasks, services }), close }
}
