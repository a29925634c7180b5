import type { RpcNotification } from '../jsonrpc/messages.js'
import { RpcError } from '../jsonrpc/rpc-error.js'
import { isRequestMessage } from '../jsonrpc/serve.js'
import type { Serve } from '../protocol/exchange.js'
import { decodeChange } from './decode-change.js'
import type { Home } from './home.js'

/**
 * Answers what a server asks, and hears what it announces. `ping` is answered; every other question belongs to a capability
 * that was not declared. Notifications nobody knows are ignored.
 *
 * spec: basic/utilities/ping#behavior-requirements
 */
export function createClientServe(home: Home): Serve {
  return async (message) => {
    if (!isRequestMessage(message)) {
      hear(message, home)
      return undefined
    }
    if (message.method === 'ping') return { jsonrpc: '2.0', id: message.id, result: {} }
    throw RpcError.methodNotFound(message.method)
  }
}

function hear(message: RpcNotification, home: Home): void {
  if (message.method === 'notifications/message') hearLog(message, home)
  const change = decodeChange(message)
  if (change !== undefined) home.changes.announce(change)
}

/** spec: server/utilities/logging#log-message-notifications */
function hearLog({ params = {} }: RpcNotification, { onLog, report }: Home): void {
  const { level, logger, data } = params
  if (onLog === undefined || typeof level !== 'string') return
  try {
    onLog(typeof logger === 'string' ? { level, logger, data } : { level, data })
  } catch (reason) {
    report(reason)
  }
}
