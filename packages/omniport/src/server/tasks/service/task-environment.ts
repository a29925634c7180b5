import type { Tasks } from '../../../store/tasks.js'
import type { ServerServices } from '../../server-services.js'
import type { ToolEntry } from '../../tools/tool-entry.js'
import type { TaskChanges } from '../records/task-changes.js'
import type { TaskRecords } from '../records/task-records.js'

/** What the tasks of one node have in common. */
export interface TaskEnvironment {
  readonly server: ServerServices
  readonly store: Tasks
  readonly records: TaskRecords
  readonly changes: TaskChanges
  /** Unique to this node. */
  readonly node: string
  /** The tool of that name, as it is defined now. */
  readonly tool: (name: string) => ToolEntry | undefined
}
