import { loadOnce } from '../../async/load-once.js'
import type { MaybePromise } from '../../async/maybe-promise.js'
import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import type { Exchange, Serve } from '../../protocol/exchange/exchange.js'
import { relatedTaskKey, relatedTaskMeta } from '../../protocol/meta/related-task.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import type { ClientServices } from '../client-services.js'
import { decodeChange } from '../subscriptions/decode-change.js'
import type { HostedTasks } from '../tasks/hosted/hosted-tasks.js'
import { whileReporting } from './answer-context.js'
import { prepareInputRequest } from './legacy/prepare-input-request.js'

/** Answers requests of a server; unknown notifications are ignored. spec: basic/utilities/ping#behavior-requirements */
export function createClientServe(services: ClientServices): Serve {
  const hosted = Object.hasOwn(services.capabilities, 'tasks') ? createHostedTasks(services) : undefined
  return async (message, exchange) => {
    if (!isRequestMessage(message)) {
      handleNotification(message, exchange, services)
      return undefined
    }
    if (message.method === 'ping') return { jsonrpc: '2.0', id: message.id, result: {} }
    const tasks = await hosted?.(exchange)
    if (tasks?.takes(message, exchange) === true) return tasks.serve(message, exchange)
    return answerInputRequest(message, exchange, services)
  }
}

/** Few clients run tasks for servers, so what does that is loaded with the first request of a revision that has them. */
function createHostedTasks(services: ClientServices): (exchange: Exchange) => MaybePromise<HostedTasks | undefined> {
  const load = loadOnce(async () => {
    const { HostedTasks } = await import('../tasks/hosted/hosted-tasks.js')
    return new HostedTasks(services)
  })
  return ({ revision }) => (profileOf(revision).tasks === 'core' ? load() : undefined)
}

function handleNotification(message: RpcNotification, { revision }: Exchange, services: ClientServices): void {
  services.extensions.notify(message, revision)
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

/** An error of a handler reaches the server as "Internal error", and is reported in full. */
async function answerInputRequest(
  message: RpcRequest,
  exchange: Exchange,
  services: ClientServices,
): Promise<RpcResponse> {
  const { revision } = exchange
  const respond = prepareInputRequest(message, revision, services)
  const answer = await whileReporting(message, { exchange, runtime: services.runtime }, respond)
  const taskId = profileOf(revision).tasks === 'core' ? relatedTaskOf(message) : undefined
  return { jsonrpc: '2.0', id: message.id, result: taskId === undefined ? answer : withRelatedTask(answer, taskId) }
}

/** spec: 2025-11-25 basic/utilities/tasks#associating-task-related-messages */
function relatedTaskOf({ params = {} }: RpcRequest): string | undefined {
  const { _meta } = params
  const related = isObject(_meta) ? _meta[relatedTaskKey] : undefined
  const taskId = isObject(related) ? related['taskId'] : undefined
  return typeof taskId === 'string' ? taskId : undefined
}

function withRelatedTask(answer: Readonly<Record<string, unknown>>, taskId: string): object {
  const { _meta } = answer
  return { ...answer, _meta: relatedTaskMeta(taskId, isObject(_meta) ? _meta : undefined) }
}
