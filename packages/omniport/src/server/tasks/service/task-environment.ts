import type { Bus } from '../../../store/bus.js'
import type { Tasks } from '../../../store/tasks.js'
import type { ServerServices } from '../../server-services.js'
import type { ToolEntry } from '../../tools/tool-entry.js'
import type { TaskChanges } from '../records/task-changes.js'
import type { TaskRecords } from '../records/task-records.js'

export interface TaskEnvironment {
  readonly server: ServerServices
  readonly store: Tasks
  readonly records: TaskRecords
  readonly changes: TaskChanges
  readonly bus: Bus
  /** Unique to this node. */
  readonly node: string
  readonly tool: (name: string) => ToolEntry | undefined
}
