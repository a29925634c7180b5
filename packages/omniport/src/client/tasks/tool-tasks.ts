import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { tasksExtensionId } from '../../protocol/meta/tasks-extension-id.js'
import type { TaskSupport } from '../../protocol/model/task-support.js'
import type { Tool } from '../../protocol/model/tool.js'
import type { RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { CallOptions } from '../call-options.js'
import type { ClientServices } from '../client-services.js'
import { type OnExtensionResult, resolveExtensionResult } from '../extensions/extension-result.js'
import type { ClientRequests } from '../requests/client-requests.js'
import type { Result } from '../requests/results.js'
import { withContent } from '../tools/check-structured.js'
import type { CallParams } from '../tools/tool-calls.js'
import { StartedExtensionTask } from './extension/started-extension-task.js'
import type { StartedTask } from './started-task.js'
import { v2025TaskCapability } from './v2025/v2025-capability.js'
import { V2025Task } from './v2025/v2025-task.js'
import { V2025Tasks } from './v2025/v2025-tasks.js'

export interface ToolTasksOptions {
  readonly requests: ClientRequests
  readonly services: ClientServices
  /** Lists the tools of the server, and calls `update` with them. */
  readonly listTools: () => Promise<unknown>
}

/** A call of a tool that was not sent yet. */
export interface TaskCall {
  readonly params: CallParams
  readonly options: CallOptions
  /** Called after the tools were listed, before the call is sent. The call rejects with what it rejects with. */
  readonly onListed: () => Promise<void>
}

/** Calls tools as tasks, in any revision. */
export class ToolTasks {
  readonly #options: ToolTasksOptions
  readonly #v2025Tasks: V2025Tasks
  #support = new Map<string, TaskSupport | undefined>()

  constructor(options: ToolTasksOptions) {
    this.#options = options
    this.#v2025Tasks = new V2025Tasks(options.requests, options.services)
  }

  update(tools: readonly Tool[]): void {
    this.#support = new Map(tools.map(({ name, execution }) => [name, execution?.taskSupport]))
  }

  /** True if the last list says that a tool must be called as a task. */
  isRequired(name: string): boolean {
    return this.#support.get(name) === 'required'
  }

  /**
   * Calls such a tool, as a task in 2025-11-25, which alone has that. `plain` calls it without a task.
   *
   * spec: 2025-11-25 basic/utilities/tasks#tool-level-negotiation
   */
  async callRequired(call: TaskCall & { readonly plain: () => Promise<Result> }): Promise<Result> {
    if (await this.#callsTasks(call.options)) return this.#v2025Tasks.call(call.params, call.options)
    return call.plain().catch((reason) => this.callRefused(reason, call))
  }

  /** Calls a tool again that the server refused, after the tools were listed once more. Rejects with `reason` unless it is to be a task. */
  async callRefused(reason: unknown, { params, options, onListed }: TaskCall): Promise<Result> {
    const { services, listTools } = this.#options
    const mayBeTask = services.autoRefresh && RpcError.is(reason) && reason.code === -32601
    if (!mayBeTask || !(await this.#callsTasks(options))) throw reason
    await listTools().catch(services.report)
    if (!this.isRequired(params.name) || !(await this.#callsTasks(options))) throw reason
    await onListed()
    return this.#v2025Tasks.call(params, options)
  }

  /**
   * Settles when the server has created the task, or has answered. `plain` calls the tool; its argument gets the new task.
   *
   * Rejects with OmniportError `unsupported` where the server has no tasks, or does not have the tool as a task.
   */
  async start(
    call: TaskCall & { readonly plain: (onExtensionResult: OnExtensionResult) => Promise<Result> },
  ): Promise<StartedTask> {
    const { options } = call
    const { connection, handshake } = await this.#options.requests.ready(options)
    if (connection.profile.tasks === 'core') return this.#startV2025(call)
    assertExtension(connection.profile, handshake.capabilities)
    let started: StartedTask | undefined
    const { services } = this.#options
    const onExtensionResult: OnExtensionResult = async (extensionResult, runner) => {
      if (extensionResult.resultType !== 'task')
        return resolveExtensionResult(extensionResult, runner, { services, options })
      started = await StartedExtensionTask.create(extensionResult.result, runner, services)
      return extensionResult.result
    }
    const answer = await call.plain(onExtensionResult)
    return started ?? answeredTask(answer)
  }

  /**
   * Takes up a task that was created before. Rejects with RpcError where the server does not know it, with OmniportError
   * `unsupported` where it has no tasks, and `invalid_result` where it answers with another task.
   */
  async get(taskId: string, { timeoutMs, maxTimeoutMs, signal, meta }: CallOptions): Promise<StartedTask> {
    const { requests, services } = this.#options
    const options = { timeoutMs, maxTimeoutMs, signal, meta }
    const active = await requests.ready(options)
    const { profile } = active.connection
    if (profile.tasks !== 'core') assertExtension(profile, active.handshake.capabilities)
    else if (!(await this.#callsTasks(options))) throw noTasks()
    const state = await requests.send({ method: 'tasks/get', params: { taskId }, options, profile })
    if (state['taskId'] !== taskId) throw new OmniportError('invalid_result', 'tasks/get: the task is another')
    if (profile.tasks === 'core') return this.#v2025Tasks.continue(state, active, options)
    const request = { method: 'tools/call', options, normalise: withContent }
    return StartedExtensionTask.create(state, requests.runnerFor(request, profile), services)
  }

  async #startV2025({ params, options, onListed }: TaskCall): Promise<StartedTask> {
    if (!(await this.#callsTasks(options))) throw noTasks()
    const { name } = params
    if (!this.#support.has(name)) {
      await this.#options.listTools()
      await onListed()
    }
    const support = this.#support.get(name)
    if (support !== 'optional' && support !== 'required') {
      throw new OmniportError('unsupported', `The tool "${name.slice(0, 64)}" cannot be called as a task`)
    }
    const started = await this.#v2025Tasks.start(params, options)
    return started instanceof V2025Task ? started : answeredTask(started)
  }

  async #callsTasks(options: CallOptions): Promise<boolean> {
    const { connection, handshake } = await this.#options.requests.ready(options)
    return v2025TaskCapability(handshake.capabilities, connection.profile).calls
  }
}

/** A server may answer at once: such a task has no id, and is completed. */
function answeredTask(result: Result): StartedTask {
  return { id: '', status: 'completed', run: async () => result, cancel: async () => {} }
}

/** @throws OmniportError `unsupported`. */
function assertExtension({ tasks }: RevisionProfile, { extensions }: Readonly<Record<string, unknown>>): void {
  if (tasks === 'none' || !isObject(extensions) || !isObject(extensions[tasksExtensionId])) throw noTasks()
}

function noTasks(): OmniportError {
  return new OmniportError('unsupported', 'The server did not declare that it calls tools as tasks')
}
