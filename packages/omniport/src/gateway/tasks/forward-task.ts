import { listAll } from '../../client/requests/list-all.js'
import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { taskParams } from '../../protocol/methods/params.js'
import type { Page } from '../../protocol/model/results.js'
import { isFinal, type TaskStatus } from '../../protocol/model/task.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { canListTasks } from '../../server/tasks/v2025/can-list-tasks.js'
import { isObject } from '../../values/json/is-object.js'
import { truncate } from '../../values/text/truncate.js'
import type { ForwardedRequest } from '../calls/call-sender.js'
import type { ListReader } from '../lists/gateway-lists.js'
import { UpstreamResult } from '../raw-results/upstream-result.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import type { GatewayTasks } from './gateway-tasks.js'
import { renameTask, type TaskRenaming } from './rename-task.js'
import type { OwnedTask } from './task-owners.js'

export interface TaskForwarderOptions {
  readonly tasks: GatewayTasks
  readonly upstreams: () => readonly Upstream[]
}

/**
 * Serves a request about a task, or sends it to the upstream where the client began it. Rejects with RpcError -32602 for a task of
 * another, and -32601 where the revision has no such request.
 */
export async function forwardTask(
  message: RpcRequest,
  reader: ListReader,
  { tasks, upstreams }: TaskForwarderOptions,
): Promise<RpcResponse> {
  const { exchange, singles } = reader
  const { method, params = {} } = message
  const { tasks: kind } = profileOf(exchange.revision)
  if (kind === 'none') throw RpcError.methodNotFound(method)
  if (method === 'tasks/list' && kind === 'core') return listTasks(message, reader, { tasks, upstreams })
  const connectionTo = (name: string) =>
    upstreams()
      .find((upstream) => upstream.name === name)
      ?.connectionFor(exchange, singles)
  const served = tasks.serve(message, exchange, connectionTo)
  if (served !== undefined) return served
  taskParams(params)
  const task = tasks.owners.find(params.taskId, exchange)
  const own = task === undefined ? undefined : connectionTo(task.connection.owner.name)
  if (task === undefined || own === undefined) throw RpcError.invalidParams(`Unknown task: ${truncate(params.taskId)}`)
  return sendAbout(task, { message, params, exchange }, own)
}

/** Sends a request under the id of the upstream, on the connection where the task began or that of its client now. */
async function sendAbout(
  { id, taskId, connection: first }: OwnedTask,
  { message, params, exchange }: ForwardedRequest,
  own: UpstreamConnection,
): Promise<RpcResponse> {
  const connection = !first.isClosed && isOnlyOwner(exchange) ? first : own
  if (first.isClosed) connection.tasks.name(taskId, id)
  const sent = id === taskId || params === undefined ? params : renameTask(params, { from: id, to: taskId })
  const renamed = sent === params || sent === undefined ? message : { ...message, params: sent }
  const response = await connection.sender.send({ message: renamed, params: sent, exchange, name: taskId })
  if (hasEnded(message.method, response)) connection.tasks.release(taskId)
  return id === taskId ? response : withTaskId(response, { from: taskId, to: id })
}

function withTaskId(response: RpcResponse, renaming: TaskRenaming): RpcResponse {
  const { result } = response
  if (result instanceof UpstreamResult) {
    return { ...response, result: result.map((each) => (isObject(each) ? renameTask(each, renaming) : each)) }
  }
  return isObject(result) ? { ...response, result: renameTask(result, renaming) } : response
}

/**
 * True if no other client has the owner of this one: it may use the connection on which the task began. Others have their own, as
 * upstreams may give ids that can be guessed; one without any has to know the id.
 */
function isOnlyOwner({ principal, session, sender }: ListReader['exchange']): boolean {
  return principal !== undefined || (session === undefined && typeof sender !== 'symbol')
}

function hasEnded(method: string, { result }: RpcResponse): boolean {
  if (!isObject(result)) return false
  const { status } = result
  return method === 'tasks/result' || (typeof status === 'string' && isFinal(status as TaskStatus))
}

/** The tasks of all upstreams that the client began, on one page. spec: 2025-11-25 basic/utilities/tasks#listing-tasks */
async function listTasks(
  { id, method }: RpcRequest,
  { exchange, singles }: ListReader,
  { tasks, upstreams }: TaskForwarderOptions,
): Promise<RpcResponse> {
  if (!canListTasks(exchange)) throw RpcError.methodNotFound(method)
  const lists = upstreams().map((upstream) =>
    listPassed(upstream.connectionFor(exchange, singles), { exchange, tasks }),
  )
  const settled = await Promise.allSettled([...lists, tasks.list(exchange)])
  const read = settled.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
  return { jsonrpc: '2.0', id, result: { tasks: read } }
}

/** The tasks of an upstream that a client of the same kind began. */
async function listPassed(
  connection: UpstreamConnection,
  { exchange, tasks }: Pick<ListReader, 'exchange'> & Pick<TaskForwarderOptions, 'tasks'>,
): Promise<readonly unknown[]> {
  const { active, services } = await connection.ready(exchange)
  const capability = active.handshake.capabilities['tasks']
  if (!isObject(capability) || !isObject(capability['list'])) return []
  const { timeoutMs, maxTimeoutMs, limits } = services
  const method = 'tasks/list'
  const itemsOf = (page: Page) => (page as { readonly tasks?: unknown }).tasks as readonly unknown[]
  const page = (cursor: string | undefined) =>
    active.connection.request(method, cursor === undefined ? {} : { cursor }, { timeoutMs, maxTimeoutMs })
  const all = await listAll({ method, itemsOf, limits, page, onInvalidCursor: () => {} }, true)
  const own = tasks.owners.ofUpstream(connection, exchange)
  return all.flatMap((listed) => {
    const task = isObject(listed) ? own.get(listed['taskId']) : undefined
    if (task === undefined || !isObject(listed)) return []
    return [task.id === task.taskId ? listed : renameTask(listed, { from: task.taskId, to: task.id })]
  })
}
