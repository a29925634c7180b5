import type { RpcNotification } from '../jsonrpc/messages.js'
import { isRequestMessage } from '../jsonrpc/serve.js'
import type { Exchange, Serve } from '../protocol/exchange.js'
import { profileOf } from '../protocol/profile.js'
import { decodeChange } from './decode-change.js'
import type { ClientServices } from './home.js'
import { answerInputRequest } from './legacy/answer-question.js'
import { HostedTasks } from './tasks/hosted/hosted-tasks.js'

/**
 * Answers what a server asks, and hears what it announces. Notifications nobody knows are ignored.
 *
 * spec: basic/utilities/ping#behavior-requirements
 */
export function createClientServe(services: ClientServices): Serve {
  const hosted = Object.hasOwn(services.capabilities, 'tasks') ? new HostedTasks(services) : undefined
  return async (message, exchange) => {
    if (!isRequestMessage(message)) {
      handleNotification(message, exchange, services)
      return undefined
    }
    if (message.method === 'ping') return { jsonrpc: '2.0', id: message.id, result: {} }
    if (hosted?.takes(message, exchange) === true) return hosted.serve(message, exchange)
    return answerInputRequest(message, exchange, services)
  }
}

function handleNotification(message: RpcNotification, { revision }: Exchange, services: ClientServices): void {
  services.extensions.notify(message)
  if (message.method === 'notifications/progress') services.progressListeners.notify(message)
  if (message.method === 'notifications/message') handleLog(message, services)
  if (message.method === 'notifications/elicitation/complete' && profileOf(revision).elicitationIds) {
    services.completions.complete(message.params?.['elicitationId'])
  }
  const change = decodeChange(message)
  if (change !== undefined) services.changes.publish(change)
}

/** spec: server/utilities/logging#log-message-notifications */
function handleLog({ params = {} }: RpcNotification, { onLog, report }: ClientServices): void {
  const { level, logger, data } = params
  if (onLog === undefined || typeof level !== 'string') return
  try {
    onLog(typeof logger === 'string' ? { level, logger, data } : { level, data })
  } catch (reason) {
    report(reason)
  }
}
