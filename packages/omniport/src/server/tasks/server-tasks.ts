import type { MaybePromise } from '../../async/maybe-promise.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { CapabilityMissing } from '../../protocol/errors/capability-missing.js'
import { tasksExtensionId } from '../../protocol/meta/tasks-extension-id.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import type { ExtensionRegistry } from '../extensions/extension-registry.js'
import type { Methods } from '../methods.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { ToolRequest } from '../tools/call-tool.js'
import type { ToolEntry } from '../tools/tool-entry.js'
import { createTasksExtension } from './extension/create-tasks-extension.js'
import type { TaskAdapters, TaskAdaptersOptions } from './open-task-adapters.js'
import type { V2025TaskAdapter } from './v2025/v2025-task-adapter.js'

export interface TaskSupportOptions extends TaskAdaptersOptions {
  readonly extensions: ExtensionRegistry
  /** Finds the tool that a call names. @throws RpcError when there is none for the caller. */
  readonly findTool: (call: ToolRequest) => MaybePromise<ToolEntry>
}

/**
 * The tasks of a server, with an adapter for each protocol. A server has tasks from its first tool with task support
 * on; before, nothing of them is declared or served, and a request for a task is ignored. The first request that needs
 * them loads the code.
 */
export class ServerTasks {
  readonly #options: TaskSupportOptions
  #isOffered = false
  #adapters: TaskAdapters | undefined
  #opening: Promise<TaskAdapters> | undefined
  #closing: Promise<void> | undefined

  constructor(options: TaskSupportOptions) {
    this.#options = options
  }

  /** True if there is, or ever was, a tool with task support. */
  get isOffered(): boolean {
    return this.#isOffered
  }

  offer(): void {
    if (this.#isOffered) return
    this.#isOffered = true
    const { extensions, findTool } = this.#options
    extensions.add(
      createTasksExtension({
        open: async () => (await this.#open()).extension,
        start: async (tool, call) => (await this.#open()).startExtension(tool, call),
        findTool,
      }),
    )
  }

  /** The methods of 2025-11-25. The codec of a revision says if it has them. */
  get methods(): Pick<Methods, 'tasks/get' | 'tasks/list' | 'tasks/cancel' | 'tasks/result'> {
    return {
      'tasks/get': { serve: async (call) => (await this.#loadV2025(call)).get(call) },
      'tasks/list': { serve: async (call) => (await this.#loadV2025(call)).list(call) },
      'tasks/cancel': { serve: async (call) => (await this.#loadV2025(call)).cancel(call) },
      'tasks/result': { serve: async (call) => (await this.#loadV2025(call)).result(call) },
    }
  }

  /**
   * Starts a task for a call, where the client requested one. Gives undefined for a call without a task; a revision
   * without tasks has only such calls.
   * @throws RpcError when the tool goes on as a task only, and the client did not say that it can.
   */
  call(tool: ToolEntry, call: ToolRequest): Promise<object> | undefined {
    const { tasks } = profileOf(call.exchange.revision)
    if (tasks === 'core') return this.#callV2025(tool, call)
    if (tasks === 'extension' && tool.definition.task === 'required') {
      const required = { extensions: { [tasksExtensionId]: {} } }
      throw new CapabilityMissing(required, `${tool.name} can only be called with the extension ${tasksExtensionId}`)
    }
    return undefined
  }

  /** Settles when the runs of tasks on this node have ended. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** spec: 2025-11-25 basic/utilities/tasks#tool-level-negotiation */
  #callV2025(tool: ToolEntry, call: ToolRequest): Promise<object> | undefined {
    if (!this.#isOffered) return undefined
    const support = tool.definition.task
    if (call.params['task'] === undefined) {
      if (support === 'required') throw new RpcError(-32601, `${tool.name} can only be called as a task`)
      return undefined
    }
    if (support === undefined) throw new RpcError(-32601, `${tool.name} cannot be called as a task`)
    return this.#open().then((adapters) => adapters.startV2025(tool, call))
  }

  async #loadV2025({ message }: HandlerRequest): Promise<V2025TaskAdapter> {
    if (!this.#isOffered) throw RpcError.methodNotFound(message.method)
    return (await this.#open()).v2025
  }

  /** A load that failed is tried again by the next request. */
  #open(): Promise<TaskAdapters> {
    this.#opening ??= this.#load().catch((error: unknown) => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  async #load(): Promise<TaskAdapters> {
    const { openTaskAdapters } = await import('./open-task-adapters.js')
    if (this.#closing !== undefined) throw RpcError.internal('The server is closing')
    this.#adapters = openTaskAdapters(this.#options)
    return this.#adapters
  }

  async #close(): Promise<void> {
    await this.#adapters?.close()
  }
}
