import type { MaybePromise } from '../../async/maybe-promise.js'
import { type TaskSnapshot as DecodedTask, decodeTask } from '../../client/tasks/decode-task.js'
import type { RpcId, RpcParams, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Task } from '../../protocol/model/task.js'
import type { TaskSnapshot } from '../../server/tasks/service/task-snapshot.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { GatewayServices } from '../gateway-services.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'

/** The state of a task, with the id that its upstream gave it. */
export type TaskState = Omit<TaskSnapshot, 'version'>

/** One task at its upstream, in the words of no revision. All functions reject with RpcError or OmniportError. */
export interface TaskSource {
  read(): Promise<TaskState>
  /** Answers open questions by their keys; others are ignored. Rejects with RpcError -32602 for malformed answers, of which none counts. */
  answer(responses: ReadonlyMap<string, unknown>): Promise<void>
  /** Answers an open question with an error. */
  refuse(key: string, error: RpcError): Promise<void>
  /** Settles when the upstream knows. Does nothing for a task that has ended. */
  cancel(): Promise<void>
}

export interface TaskSourceOptions {
  /** The id at the upstream. */
  readonly taskId: string
  /** The client that began it, which is asked. */
  readonly exchange: Pick<Exchange, 'client' | 'revision'>
  readonly services: GatewayServices
  /** Gives a live connection to the upstream. */
  readonly ready: () => MaybePromise<OpenUpstream>
}

export interface TaskRequestOptions extends PendingOptions {
  /** Gets the id of the request before it is sent. */
  readonly onId?: ((id: RpcId) => void) | undefined
}

/** Sends a request about a task to its upstream, and settles with the result. */
export async function requestAboutTask(
  open: OpenUpstream,
  { method, params }: { readonly method: string; readonly params: RpcParams },
  { onId, ...options }: TaskRequestOptions = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { timeoutMs, maxTimeoutMs } = open.services
  const id = open.services.nextId()
  const _meta = open.requesterMeta(undefined, true)
  const request: RpcRequest = {
    jsonrpc: '2.0',
    id,
    method,
    params: _meta === undefined ? params : { ...params, _meta },
  }
  onId?.(id)
  const { result, error } = await open.transport.request(request, { timeoutMs, maxTimeoutMs, ...options })
  if (error !== undefined) throw new RpcError(error.code, error.message, error.data)
  if (!isObject(result)) throw new OmniportError('invalid_result', `${method}: the result must be an object`)
  return result
}

/** A task as an upstream of any kind describes it. @throws OmniportError `invalid_result` naming the member. */
export function toTask(
  method: string,
  raw: unknown,
  { profile, services }: OpenUpstream,
): Task & { readonly raw: DecodedTask['raw'] } {
  const decoded = decodeTask(method, raw, profile)
  const now = new Date(services.runtime.now()).toISOString()
  const timeOf = (time: unknown) => (typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? time : now)
  const { createdAt, lastUpdatedAt } = decoded.raw
  return { ...decoded, createdAt: timeOf(createdAt), lastUpdatedAt: timeOf(lastUpdatedAt) }
}
