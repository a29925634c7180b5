import { isId } from '../../jsonrpc/messages/is-id.js'
import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Control } from '../../jsonrpc/rpc-peer.js'
import { metaKeys } from '../meta/meta-keys.js'

/** Reads a notification about a request: a cancellation, progress, or a change of a subscription. Undefined if malformed. */
export function controlOf(notification: RpcNotification): Control | undefined {
  const params = notification.params ?? {}
  if (notification.method === 'notifications/cancelled') return cancelOf(params)
  if (notification.method === 'notifications/progress') return related(params['progressToken'], true)
  const meta = params['_meta']
  if (typeof meta !== 'object' || meta === null) return undefined
  return related((meta as Record<string, unknown>)[metaKeys.subscriptionId], false)
}

/**
 * The notification that cancels a request on a shared channel. Undefined for `initialize`, which is never cancelled.
 *
 * spec: basic/patterns/cancellation#transport-specific
 */
export function cancellationOf(request: RpcRequest, reason: string): RpcNotification | undefined {
  if (request.method === 'initialize') return undefined
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: request.id, reason } }
}

function cancelOf(params: Readonly<Record<string, unknown>>): Control | undefined {
  const { requestId, reason } = params
  if (!isId(requestId)) return undefined
  return { type: 'cancel', id: requestId, reason: typeof reason === 'string' ? reason : undefined }
}

function related(id: unknown, extend: boolean): Control | undefined {
  return isId(id) ? { type: 'related', id, extend } : undefined
}
