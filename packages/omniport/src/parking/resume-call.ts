import type { RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import { principalKey } from '../protocol/exchange/principal-key.js'
import { digestOfParams, responsesOf } from '../protocol/input/retry-params.js'
import { isValidAt } from '../sealing/is-valid-at.js'
import { digestOfJson } from '../values/json/digest-of-json.js'
import { callEnded } from './call-ended.js'
import type { ParkedCalls } from './parked-calls.js'
import type { ParkedHandle } from './parked-handle.js'

/** Passes a retry to the node that holds its call. Undefined: that node cannot be reached. */
export type ForwardRetry = (node: string, message: RpcRequest, exchange: Exchange) => Promise<RpcResponse | undefined>

/** A request that comes back to a parked call. */
export interface Retry {
  readonly handle: string
  readonly message: RpcRequest
  readonly exchange: Exchange
}

export interface ResumeOptions {
  readonly label: string
  readonly calls: ParkedCalls
  readonly forward: ForwardRetry | undefined
}

/**
 * Goes on with the call of a handle.
 *
 * Rejects with RpcError -32602 when the handle is not one of this caller and this request, or its call has ended, and with
 * -32603 when another node holds the call.
 */
export async function resumeCall(
  retry: Retry,
  { label, calls, forward }: ResumeOptions,
): Promise<RpcResponse | undefined> {
  const { message, exchange } = retry
  const { services } = calls
  const handle = await services.handles.open(retry.handle)
  if (handle === undefined || !isValidAt(handle, services.runtime.now())) throw callEnded()
  if (handle.label !== label || !(await isOf(handle, retry))) throw callEnded()
  if (handle.node !== services.node) return (await forward?.(handle.node, message, exchange)) ?? refuseOtherNode()
  const responses = responsesOf(message.params)
  const digest = await digestOfJson(Object.fromEntries(responses))
  const call = handle.instance === services.instance ? calls.get(handle.call) : undefined
  if (call === undefined) throw callEnded()
  return call.resume({ round: handle.round, responses, digest }, { message, exchange })
}

/** Tells if a handle was given to this caller, for this request. */
async function isOf(handle: ParkedHandle, { message, exchange }: Retry): Promise<boolean> {
  const { method, params } = message
  return (
    handle.principal === principalKey(exchange) &&
    handle.method === method &&
    handle.params === (await digestOfParams(params))
  )
}

function refuseOtherNode(): never {
  throw RpcError.internal(
    'The call waits on another node than this: requests of one client have to reach one node, or be passed on',
  )
}
