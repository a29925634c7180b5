import { randomId } from '../../async/runtime/random-id.js'
import type { Bus } from '../../store/bus.js'
import type { Tasks } from '../../store/tasks.js'
import type { ServerServices } from '../server-services.js'
import type { ToolRequest } from '../tools/call-tool.js'
import type { ToolEntry } from '../tools/tool-entry.js'
import { ExtensionTaskAdapter } from './extension/extension-task-adapter.js'
import { startExtensionTask } from './extension/start-extension-task.js'
import { TaskChanges } from './records/task-changes.js'
import { TaskRecords } from './records/task-records.js'
import { createInMemoryTaskStore } from './service/in-memory-task-store.js'
import { StoredTasks } from './service/stored-tasks.js'
import type { TaskEnvironment } from './service/task-environment.js'
import type { TaskService } from './service/task-service.js'
import { ttlOf, V2025TaskAdapter } from './v2025/v2025-task-adapter.js'

export interface TaskAdaptersOptions extends TaskServiceOptions {
  readonly services: ServerServices
  /** Tasks per page of a list. Default: all that one owner may have. */
  readonly pageSize: number | undefined
}

/** The tasks of a server in the shape of each revision. The caller of `openTaskAdapters` closes them. */
export interface TaskAdapters {
  readonly v2025: V2025TaskAdapter
  readonly extension: ExtensionTaskAdapter
  /** Calls a tool as a task of 2025-11-25. Rejects with RpcError -32602 for parameters that do not request a task. */
  startV2025(tool: ToolEntry, call: ToolRequest): Promise<object>
  /** Calls a tool as a task of the extension. Gives undefined for a call that runs without a task. */
  startExtension(tool: ToolEntry, call: ToolRequest): Promise<object | undefined>
  /** Settles when the runs of tasks on this node have ended. */
  close(): Promise<void>
}

/** Creates the parts for tasks that a server without tasks does not load. */
export function openTaskAdapters(options: TaskAdaptersOptions): TaskAdapters {
  const { services, pageSize } = options
  const tasks = createTaskService(options)
  const v2025 = new V2025TaskAdapter({ tasks, services, pageSize })
  const close = () => {
    v2025.close()
    return tasks.close()
  }
  return {
    v2025,
    extension: new ExtensionTaskAdapter({ tasks, services }),
    startV2025: async (tool, call) => {
      const start = await tasks.create({ tool, call, ttlMs: ttlOf(call.params['task']) })
      return v2025.start(start, call.exchange)
    },
    startExtension: (tool, call) => startExtensionTask(tasks, tool, call),
    close,
  }
}

export interface TaskServiceOptions {
  /** The services of the server. Its name separates its tasks from those of other servers in the same store. */
  readonly services: ServerServices
  /** The store that all nodes share. Default: the memory of this process. */
  readonly store?: Tasks | undefined
  readonly bus: Bus
  readonly tool: (name: string) => ToolEntry | undefined
}

/** Creates the tasks of a server. The caller closes them. */
export function createTaskService({ services, store, bus, tool }: TaskServiceOptions): TaskService {
  if (store !== undefined) return new StoredTasks(createTaskServices({ services, store, bus, tool }))
  const memoryStore = createInMemoryTaskStore(services.runtime, services.limits, services.budgets.anonymous)
  return new StoredTasks(createTaskServices({ services, store: memoryStore.store, bus, tool }), memoryStore)
}

function createTaskServices({
  services,
  store,
  bus,
  tool,
}: TaskServiceOptions & { readonly store: Tasks }): TaskEnvironment {
  const { runtime, limits, budgets, info } = services
  const changes = new TaskChanges(bus, `tasks ${info.name}`)
  const records = new TaskRecords({ store, changes, limits, budget: budgets.anonymous, runtime })
  return { server: services, store, records, changes, bus, node: randomId(runtime, 16), tool }
}
