import type { ServerServices } from '../../home.js'
import { createTaskService, type TaskServiceOptions } from '../create-task-service.js'
import { CoreFace } from './core-face.js'
import { ExtensionFace } from './extension-face.js'

/** What the tasks of a server, and their faces on the wire, depend on. */
export interface TaskFacesOptions extends TaskServiceOptions {
  readonly services: ServerServices
  /** Tasks per page of a list. Default: all that one owner may have. */
  readonly pageSize: number | undefined
}

/** The tasks of a server, as each revision sees them. Whoever opened them closes them. */
export interface TaskFaces {
  readonly core: CoreFace
  readonly extension: ExtensionFace
  /** Settles when the runs of tasks on this node have ended. */
  close(): Promise<void>
}

/** Everything about tasks that a server without them does not load. */
export function openTaskFaces(options: TaskFacesOptions): TaskFaces {
  const { services, pageSize } = options
  const tasks = createTaskService(options)
  const core = new CoreFace({ tasks, services, pageSize })
  const close = () => {
    core.close()
    return tasks.close()
  }
  return { core, extension: new ExtensionFace({ tasks, services }), close }
}
