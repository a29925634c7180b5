import { randomId } from '../../async/runtime/random-id.js'
import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { codecOf } from '../../protocol/codec/codec-of.js'
import { decodeResult } from '../../protocol/codec/decode-result.js'
import { CapabilityMissing } from '../../protocol/errors/capability-missing.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { principalKey } from '../../protocol/exchange/principal-key.js'
import { taskParams, updateTaskParams } from '../../protocol/methods/params.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import type { Task } from '../../protocol/model/task.js'
import { ExtendedResult } from '../../protocol/results/extended-result.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import type { SubscriptionStream } from '../../server/extensions/compiled-extension.js'
import { encodeExtensionTask } from '../../server/tasks/extension/encode-extension-task.js'
import { ExtensionTaskAdapter } from '../../server/tasks/extension/extension-task-adapter.js'
import { encodeV2025Task } from '../../server/tasks/v2025/encode-v2025-task.js'
import { V2025TaskAdapter } from '../../server/tasks/v2025/v2025-task-adapter.js'
import { isObject } from '../../values/json/is-object.js'
import { encodeResponse, withoutServerInfo } from '../calls/encode-response.js'
import type { UpstreamCall } from '../calls/upstream-call.js'
import type { GatewayServices } from '../gateway-services.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import { CoreTask } from './core-task.js'
import { ExtensionTask } from './extension-task.js'
import { FinishedTask } from './finished-task.js'
import { FollowedTask } from './followed-task.js'
import { renameTask } from './rename-task.js'
import { declaresTasks, tasksRequired } from './task-mode.js'
import { TaskOwners, taskIdIn } from './task-owners.js'
import { type TaskSourceOptions, toTask } from './task-source.js'
import { UpstreamTasks } from './upstream-tasks.js'

/**
 * The tasks that clients began at upstreams. A client whose kind of tasks its upstream has sends its requests to the upstream;
 * another one is answered here, from the tasks of the upstream, by the adapter of its own kind.
 */
export class GatewayTasks {
  /** The tasks whose client and upstream have one kind. */
  readonly owners: TaskOwners
  readonly #services: GatewayServices
  readonly #followed: UpstreamTasks
  readonly #v2025: V2025TaskAdapter
  readonly #extension: ExtensionTaskAdapter
  readonly #ending = new AbortController()

  constructor(services: GatewayServices) {
    this.#services = services
    this.owners = new TaskOwners(services)
    this.#followed = new UpstreamTasks(services)
    const adapted = { tasks: this.#followed, services }
    this.#v2025 = new V2025TaskAdapter({ ...adapted, pageSize: undefined })
    this.#extension = new ExtensionTaskAdapter(adapted)
  }

  /** Notes the task in the response to a call whose client has the tasks of its upstream. Gives the response with the id for the client. */
  note(
    response: RpcResponse,
    { exchange, open, id, token }: UpstreamCall,
    connection: UpstreamConnection,
  ): RpcResponse {
    const { result } = response
    const taskId = taskIdIn(result)
    if (taskId === undefined || !isObject(result)) return response
    const clientId = this.owners.note(taskId, connection, exchange)
    connection.tasks.name(taskId, clientId)
    const { ttlMs } = toTask('tools/call', open.profile.tasks === 'core' ? result['task'] : result, open)
    const { session } = exchange
    const pass = ({ params, ...message }: RpcNotification) =>
      session?.notify({ ...message, params: { ...params, ...(token !== undefined && { progressToken: token }) } })
    const progress = token === undefined ? undefined : { token: id, pass }
    connection.tasks.hold(taskId, { untilMs: this.#holdUntil(ttlMs), progress })
    return clientId === taskId ? response : { ...response, result: renameTask(result, { from: taskId, to: clientId }) }
  }

  /**
   * The response to a call whose client has other tasks than its upstream: a task of the client's kind. What an upstream of the
   * extension answers at once is a task that has ended. @throws OmniportError `invalid_result`.
   */
  start(response: RpcResponse, call: UpstreamCall, connection: UpstreamConnection): RpcResponse {
    const { open, exchange, message } = call
    const { result } = response
    const created = taskIdIn(result)
    const isCore = open.profile.tasks === 'core'
    if (created !== undefined && isObject(result)) {
      const { raw: _, ...task } = toTask('tools/call', isCore ? result['task'] : result, open)
      return this.#respond(message, exchange, this.#follow(task, exchange, connection))
    }
    // In the extension it is the server that decides, so its answer is a result like others.
    if (isCore || result === undefined) return encodeResponse(response, call)
    const decoded = withoutServerInfo(decodeResult('tools/call', result, { revision: open.revision }))
    const source = new FinishedTask({ type: 'result', result: decoded as CallToolResult }, this.#services) // decoding checked it
    const { taskId } = source.state.task
    const owner = principalKey(exchange)
    const untilMs = this.#services.runtime.now() + this.#services.limits.taskMs
    this.#followed.add(new FollowedTask({ id: taskId, taskId, owner, connection, source, untilMs, passes: false }))
    const snapshot = { ...source.state, version: 0 }
    return this.#respond(message, exchange, this.#v2025.start({ type: 'task', snapshot }, exchange))
  }

  /**
   * Serves a request about a task that is followed here. Undefined: it is not one of these, or of an upstream to which there is no
   * `connectionTo`. Rejects with RpcError.
   */
  serve(
    message: RpcRequest,
    exchange: Exchange,
    connectionTo: (upstream: string) => UpstreamConnection | undefined,
  ): Promise<RpcResponse> | undefined {
    const { params = {} } = message
    taskParams(params)
    const task = this.#followed.find(params.taskId, principalKey(exchange))
    if (task === undefined || task.passes) return undefined
    const connection = connectionTo(task.connection.owner.name)
    if (connection === undefined) return undefined
    if (task.connection.isClosed) task.connection = connection
    return this.#serve(message, exchange).then((result) => this.#respond(message, exchange, result))
  }

  /** The tasks of a client that are followed here, in the shape of 2025-11-25. */
  async list(exchange: Exchange): Promise<readonly object[]> {
    const { tasks } = await this.#followed.list(principalKey(exchange))
    return tasks.map(encodeV2025Task)
  }

  /**
   * The tasks of a subscription that the client began. Undefined: it asks for none. Rejects with RpcError -32602 for a malformed
   * list, -32021 where the client did not declare the extension.
   */
  async honour(asked: unknown, exchange: Exchange): Promise<readonly string[] | undefined> {
    if (asked === undefined) return undefined
    if (!declaresTasks(exchange)) throw new CapabilityMissing(tasksRequired)
    if (Array.isArray(asked)) for (const id of asked) this.#adopt(id, exchange)
    return this.#extension.honour(asked, { exchange })
  }

  /** Sends the states of tasks to a subscription until its end. spec: SEP-2663#task-status-notifications */
  async deliver(ids: readonly string[], exchange: Exchange, stream: SubscriptionStream): Promise<void> {
    await this.#extension.deliver(ids, { exchange }, stream)
    for (const id of ids) {
      const task = this.#followed.find(id, principalKey(exchange))
      if (task !== undefined) this.#followed.follow(task, stream.signal)
    }
  }

  /** Takes what an upstream of 2025-11-25 tells of a task. spec: 2025-11-25 basic/utilities/tasks#task-status-notification */
  passStatus(message: RpcNotification, { tasks, number }: UpstreamConnection): void {
    const taskId = message.params?.['taskId']
    if (typeof taskId !== 'string') return
    const onStatus = tasks.get(taskId)?.onStatus
    if (onStatus === undefined) this.owners.passStatus(tasks.toClient(message), { taskId, connection: number })
    else onStatus()
  }

  close(): void {
    this.#ending.abort(RpcError.internal('The gateway is closed'))
    this.#v2025.close()
    this.#followed.close()
  }

  async #serve(message: RpcRequest, exchange: Exchange): Promise<object> {
    const { method, params = {} } = message
    taskParams(params)
    if (profileOf(exchange.revision).tasks === 'core') {
      const call = { params, exchange, ending: this.#ending.signal }
      if (method === 'tasks/get') return this.#v2025.get(call)
      if (method === 'tasks/cancel') return this.#v2025.cancel(call)
      if (method === 'tasks/result') return this.#v2025.result(call)
      throw RpcError.methodNotFound(method)
    }
    if (!declaresTasks(exchange)) throw new CapabilityMissing(tasksRequired)
    const complete = (result: object) => new ExtendedResult('complete', result)
    if (method === 'tasks/get') return complete(await this.#extension.get({ params, exchange }))
    if (method === 'tasks/cancel') return complete(await this.#extension.cancel({ params, exchange }))
    if (method !== 'tasks/update') throw RpcError.methodNotFound(method)
    updateTaskParams(params)
    return complete(await this.#extension.update({ params, exchange }))
  }

  /** Follows a new task, and gives the result for its client. */
  #follow(task: Task, exchange: Exchange, connection: UpstreamConnection): object {
    const { runtime } = this.#services
    const id = randomId(runtime, 16)
    const { taskId, ttlMs } = task
    const untilMs = ttlMs === null ? undefined : runtime.now() + ttlMs
    const options = this.#sourceOptions(taskId, exchange, () => followed.connection)
    const onStatus = () => this.#followed.markChanged(id)
    const toCore = profileOf(exchange.revision).tasks === 'core'
    const source = toCore ? new ExtensionTask(options) : new CoreTask({ ...options, onChange: onStatus })
    const core = source instanceof CoreTask ? { core: source, onStatus } : {}
    connection.tasks.hold(taskId, { untilMs: this.#holdUntil(ttlMs), ...core })
    const owner = principalKey(exchange)
    const followed: FollowedTask = new FollowedTask({ id, owner, taskId, connection, source, untilMs, passes: false })
    this.#followed.add(followed)
    const snapshot = followed.update({ task, inputRequests: {} })
    if (!toCore) return new ExtendedResult('task', encodeExtensionTask(snapshot.task))
    if (exchange.session !== undefined) this.#followed.follow(followed, exchange.session.signal)
    return this.#v2025.start({ type: 'task', snapshot }, exchange)
  }

  /** Follows a task whose requests pass, since its client listens to it. */
  #adopt(id: unknown, exchange: Exchange): void {
    const owner = principalKey(exchange)
    if (typeof id !== 'string' || this.#followed.find(id, owner) !== undefined) return
    const task = this.owners.find(id, exchange)
    if (task === undefined) return
    const source = new ExtensionTask(this.#sourceOptions(task.taskId, exchange, () => task.connection))
    this.#followed.add(new FollowedTask({ ...task, owner, source, untilMs: undefined, passes: true }))
  }

  #sourceOptions(
    taskId: string,
    { client, revision }: Exchange,
    connection: () => UpstreamConnection,
  ): TaskSourceOptions {
    const ready = () => connection().ready(undefined)
    return { taskId, exchange: { client, revision }, services: this.#services, ready }
  }

  #holdUntil(ttlMs: number | null): number {
    const { runtime, limits } = this.#services
    return runtime.now() + Math.min(ttlMs ?? limits.taskMs, limits.taskMs)
  }

  #respond({ id, method }: RpcRequest, { revision }: Exchange, result: object): RpcResponse {
    const context = { profile: profileOf(revision), serverInfo: this.#services.info }
    return { jsonrpc: '2.0', id, result: codecOf(revision).encodeResult(method, result, context) }
  }
}
