import { isId } from '../../jsonrpc/messages/is-id.js'
import type { RpcId, RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { metaKeys } from '../meta/meta-keys.js'

/** The meaning of a notification that refers to a request. */
export type Control =
  /** The other side cancels its request `id`. */
  | { readonly type: 'cancel'; readonly id: RpcId; readonly reason: string | undefined }
  /** Belongs to the request `id` of this side; `extend` is true if it proves progress. */
  | { readonly type: 'related'; readonly id: RpcId; readonly extend: boolean }

/**
 * Reads what a notification says about a request: cancelled, progressing, or part of a subscription. Returns undefined for
 * other notifications and for malformed ones.
 */
export function controlOf(notification: RpcNotification): Control | undefined {
  const params = notification.params ?? {}
  if (notification.method === 'notifications/cancelled') return cancelOf(params)
  if (notification.method === 'notifications/progress') return related(params['progressToken'], true)
  const meta = params['_meta']
  if (typeof meta !== 'object' || meta === null) return undefined
  return related((meta as Record<string, unknown>)[metaKeys.subscriptionId], false)
}

/** The reason with which a cancelled request is aborted. */
export function abortErrorOf({ reason }: { readonly reason: string | undefined }): DOMException {
  return new DOMException(reason ?? 'Cancelled by the peer', 'AbortError')
}

/**
 * Cancels a request on a shared channel, never `initialize`, nor `server/discover`, which may be the probe: a legacy server that
 * does not know it may get no message before `initialize`. A request that becomes a task of 2025-11-25 is cancelled by
 * `tasks/cancel` alone. spec: basic/patterns/cancellation#transport-specific, 2025-11-25 basic/utilities/cancellation
 */
export function cancellationOf(request: RpcRequest, reason: string): RpcNotification | undefined {
  const { method, params } = request
  if (method === 'initialize' || method === 'server/discover') return undefined
  if (mayBeTasks.has(method) && params?.['task'] !== undefined) return undefined
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

const mayBeTasks: ReadonlySet<string> = new Set(['tools/call', 'sampling/createMessage', 'elicitation/create'])
