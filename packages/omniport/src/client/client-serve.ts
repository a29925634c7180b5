import type { RpcNotification } from '../jsonrpc/messages.js'
import { isRequestMessage } from '../jsonrpc/serve.js'
import type { Exchange, Serve } from '../protocol/exchange.js'
import { profileOf } from '../protocol/profile.js'
import { decodeChange } from './decode-change.js'
import type { Home } from './home.js'
import { answerQuestion } from './legacy/answer-question.js'
import { HostedTasks } from './tasks/hosted/hosted-tasks.js'

/**
 * Answers what a server asks, and hears what it announces. Notifications nobody knows are ignored.
 *
 * spec: basic/utilities/ping#behavior-requirements
 */
export function createClientServe(home: Home): Serve {
  const hosted = Object.hasOwn(home.capabilities, 'tasks') ? new HostedTasks(home) : undefined
  return async (message, exchange) => {
    if (!isRequestMessage(message)) {
      hear(message, exchange, home)
      return undefined
    }
    if (message.method === 'ping') return { jsonrpc: '2.0', id: message.id, result: {} }
    if (hosted?.takes(message, exchange) === true) return hosted.serve(message, exchange)
    return answerQuestion(message, exchange, home)
  }
}

function hear(message: RpcNotification, { revision }: Exchange, home: Home): void {
  home.extensions.hear(message)
  if (message.method === 'notifications/progress') home.progressTokens.hear(message)
  if (message.method === 'notifications/message') hearLog(message, home)
  if (message.method === 'notifications/elicitation/complete' && profileOf(revision).elicitationIds) {
    home.completions.announce(message.params?.['elicitationId'])
  }
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
