import type { RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import { principalKey } from '../protocol/exchange/principal-key.js'
import { digestOfParams, responsesOf } from '../protocol/input/retry-params.js'
import { isValidAt } from '../sealing/is-valid-at.js'
import { progressTokenOf } from '../transport/exchange/progress-reporter.js'
import { callElsewhere, callEnded } from './call-ended.js'
import type { RetrySender } from './nodes/retry-sender.js'
import type { ParkedCalls } from './parked-calls.js'
import type { ParkedHandle } from './parked-handle.js'

/** A request that comes back to a parked call. */
export interface Retry {
  readonly handle: string
  readonly message: RpcRequest
  readonly exchange: Exchange
}

export interface ResumeOptions {
  readonly label: string
  readonly calls: ParkedCalls
  /** Undefined: this node is the only one. */
  readonly sender: RetrySender | undefined
}

/**
 * Goes on with the call of a handle, which may be on another node.
 *
 * Rejects with RpcError -32602 when the handle is not one of this caller and this request, or its call has ended.
 */
export async function resumeCall(
  retry: Retry,
  { label, calls, sender }: ResumeOptions,
): Promise<RpcResponse | undefined> {
  const { message, exchange } = retry
  const { services } = calls
  const handle = await services.handles.open(retry.handle)
  if (handle === undefined && (await services.handles.isForeign(retry.handle))) throw callElsewhere()
  if (handle === undefined || !isValidAt(handle, services.runtime.now())) throw callEnded()
  if (handle.label !== label || !(await isOf(handle, retry))) throw callEnded()
  const responses = responsesOf(message.params)
  if (handle.instance === services.instance) return calls.resume(handle, responses, { message, exchange })
  if (sender === undefined) throw callElsewhere()
  const passed = {
    handle: retry.handle,
    responses: Object.fromEntries(responses),
    client: exchange.client,
    revision: exchange.revision,
    progressToken: progressTokenOf(message),
  }
  return sender.send(handle.instance, passed, { message, exchange })
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
