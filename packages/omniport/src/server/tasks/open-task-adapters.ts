import { randomId } from '../../async/runtime/random-id.js'
import type { Bus } from '../../store/bus.js'
import type { Tasks } from '../../store/tasks.js'
import type { ServerServices } from '../server-services.js'
import type { ToolEntry } from '../tools/tool-entry.js'
import { ExtensionTaskAdapter } from './extension/extension-task-adapter.js'
import { TaskChanges } from './records/task-changes.js'
import { TaskRecords } from './records/task-records.js'
import { createInMemoryTaskStore } from './service/in-memory-task-store.js'
import { StoredTasks } from './service/stored-tasks.js'
import type { TaskEnvironment } from './service/task-environment.js'
import type { TaskService } from './service/task-service.js'
import { V2025TaskAdapter } from './v2025/v2025-task-adapter.js'

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

/** What the tasks of a server depend on. */
export interface TaskServiceOptions {
  /** The server that has the tasks: its name tells them from those of others in the same store. */
  readonly services: ServerServices
  /** Shared by all nodes. Default: the memory of this process. */
  readonly store?: Tasks | undefined
  /** Carries word of changes between nodes. */
  readonly bus: Bus
  /** The tool of that name, as it is defined now. */
  readonly tool: (name: string) => ToolEntry | undefined
}

/** The tasks of a server. Whoever made it closes it. */
export function createTaskService({ services, store, bus, tool }: TaskServiceOptions): TaskService {
  if (store !== undefined) return new StoredTasks(createTaskServices({ services, store, bus, tool }))
  const memoryStore = createInMemoryTaskStore(services.runtime, services.limits)
  return new StoredTasks(createTaskServices({ services, store: memoryStore.store, bus, tool }), memoryStore)
}

function createTaskServices({
  services,
  store,
  bus,
  tool,
}: TaskServiceOptions & { readonly store: Tasks }): TaskEnvironment {
  const { runtime, limits, info } = services
  const changes = new TaskChanges(bus, `tasks ${info.name}`)
  const records = new TaskRecords({ store, changes, limits, runtime })
  return { server: services, store, records, changes, node: randomId(runtime, 16), tool }
}
