import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Change } from './listening.js'

/** Decodes the change in a notification. Undefined: it is about something else, or malformed. */
export function decodeChange({ method, params }: RpcNotification): Change | undefined {
  if (method === 'notifications/resources/updated') {
    const uri = params?.['uri']
    return typeof uri === 'string' ? { type: 'resource', uri } : undefined
  }
  return lists.get(method)
}

const lists: ReadonlyMap<string, Change> = new Map([
  ['notifications/tools/list_changed', { type: 'tools' }],
  ['notifications/prompts/list_changed', { type: 'prompts' }],
  ['notifications/resources/list_changed', { type: 'resources' }],
])
