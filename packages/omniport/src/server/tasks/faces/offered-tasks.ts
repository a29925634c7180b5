import type { RpcParams } from '../../../jsonrpc/messages.js'
import { RpcError } from '../../../jsonrpc/rpc-error.js'
import { CapabilityMissing } from '../../../protocol/capability-missing.js'
import { profileOf } from '../../../protocol/profile.js'
import { tasksExtensionId } from '../../../protocol/tasks-extension-id.js'
import type { Extensions } from '../../extensions/extensions.js'
import type { Home } from '../../home.js'
import type { Method } from '../../router.js'
import type { Call } from '../../run-handler.js'
import type { ToolEntry } from '../../tool-entry.js'
import type { TaskService } from '../task-service.js'
import { CoreFace } from './core-face.js'
import { createTasksExtension } from './tasks-extension.js'

/** What the tasks of a server depend on. */
export interface OfferedTasksOptions {
  readonly home: Home
  readonly extensions: Extensions
  readonly pageSize: number | undefined
  /** Called once at most, with the first tool that can go on as a task. */
  readonly createTasks: () => TaskService
  /** The tool that a call names. @throws RpcError when there is none for the caller. */
  readonly findTool: (params: RpcParams, call: Call) => ToolEntry
}

/**
 * The tasks of a server and their two faces on the wire. A server has them from its first tool with task support on; before,
 * nothing of them is declared or served, and a wish for a task is ignored.
 */
export class OfferedTasks {
  readonly #options: OfferedTasksOptions
  #tasks: TaskService | undefined
  #core: CoreFace | undefined

  constructor(options: OfferedTasksOptions) {
    this.#options = options
  }

  /** Whether there is, or ever was, a tool with task support. */
  get known(): boolean {
    return this.#tasks !== undefined
  }

  /** From now on the server has tasks. */
  offer(): void {
    if (this.#tasks !== undefined) return
    const { home, extensions, pageSize, createTasks, findTool } = this.#options
    const tasks = createTasks()
    this.#tasks = tasks
    this.#core = new CoreFace({ tasks, home, pageSize })
    extensions.add(createTasksExtension({ tasks, home, findTool }))
  }

  /** The methods of 2025-11-25. Which revision knows them, its codec says. */
  get methods(): ReadonlyMap<string, Method> {
    return new Map<string, Method>([
      ['tasks/get', (params, call) => this.#face(call).get(params, call)],
      ['tasks/list', (params, call) => this.#face(call).list(params, call)],
      ['tasks/cancel', (params, call) => this.#face(call).cancel(params, call)],
      ['tasks/result', (params, call) => this.#face(call).result(params, call)],
    ])
  }

  /**
   * What a call of a tool gives that goes on as a task by the wish of the client; undefined: it is to be served at once. A
   * revision without tasks is served so whatever the tool says.
   *
   * @throws RpcError when the tool goes on as a task only, and the client did not say that it can.
   */
  call(tool: ToolEntry, params: RpcParams, call: Call): Promise<object> | undefined {
    const { tasks } = profileOf(call.exchange.revision)
    if (tasks === 'core') return this.#core?.call(tool, params, call)
    if (tasks === 'extension' && tool.definition.task === 'required') {
      const required = { extensions: { [tasksExtensionId]: {} } }
      throw new CapabilityMissing(required, `${tool.name} can only be called with the extension ${tasksExtensionId}`)
    }
    return undefined
  }

  /** Settles when the runs of tasks on this node have ended. */
  async close(): Promise<void> {
    this.#core?.close()
    await this.#tasks?.close()
  }

  #face({ message }: Call): CoreFace {
    if (this.#core === undefined) throw RpcError.methodNotFound(message.method)
    return this.#core
  }
}
