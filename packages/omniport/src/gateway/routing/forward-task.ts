import { listAll } from '../../client/requests/list-all.js'
import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { taskParams } from '../../protocol/methods/params.js'
import type { Page } from '../../protocol/model/results.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { canListTasks } from '../../server/tasks/v2025/can-list-tasks.js'
import { isObject } from '../../values/json/is-object.js'
import { truncate } from '../../values/text/truncate.js'
import type { ListReader } from '../lists/gateway-lists.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { TaskOwners } from './task-owners.js'

export interface TaskForwarderOptions {
  readonly tasks: TaskOwners
  readonly upstreams: () => readonly Upstream[]
}

/**
 * Sends a request about a task to the upstream where the client began it. Rejects with RpcError -32602 for a task of another, and
 * -32601 where the revision has no such request.
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
  taskParams(params)
  const { taskId } = params
  const owner = tasks.upstreamOf(taskId, exchange)
  const upstream = upstreams().find(({ name }) => name === owner)
  if (upstream === undefined) throw RpcError.invalidParams(`Unknown task: ${truncate(taskId)}`)
  return upstream.connectionFor(exchange, singles).sender.send({ message, params, exchange, name: taskId })
}

/** The tasks of all upstreams that the client began, on one page. spec: 2025-11-25 basic/utilities/tasks#listing-tasks */
async function listTasks(
  { id, method }: RpcRequest,
  { exchange, singles }: ListReader,
  { tasks, upstreams }: TaskForwarderOptions,
): Promise<RpcResponse> {
  if (!canListTasks(exchange)) throw RpcError.methodNotFound(method)
  const lists = upstreams().map(async (upstream): Promise<readonly unknown[]> => {
    const { active, services } = await upstream.connectionFor(exchange, singles).ready(exchange)
    const capability = active.handshake.capabilities['tasks']
    if (!isObject(capability) || !isObject(capability['list'])) return []
    const { timeoutMs, maxTimeoutMs, limits } = services
    const itemsOf = (page: Page) => (page as { readonly tasks?: unknown }).tasks as readonly unknown[]
    const page = (cursor: string | undefined) =>
      active.connection.request(method, cursor === undefined ? {} : { cursor }, { timeoutMs, maxTimeoutMs })
    const all = await listAll({ method, itemsOf, limits, page, onInvalidCursor: () => {} }, true)
    return all.filter((task) => isObject(task) && tasks.upstreamOf(String(task['taskId']), exchange) === upstream.name)
  })
  const settled = await Promise.allSettled(lists)
  const read = settled.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
  return { jsonrpc: '2.0', id, result: { tasks: read } }
}
