import { SerialQueue } from '../../async/waiting/serial-queue.js'
import type { ClientServices } from '../../client/client-services.js'
import { decodeChange } from '../../client/subscriptions/decode-change.js'
import type { RpcId, RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import type { Exchange, Serve } from '../../protocol/exchange/exchange.js'
import { isLogLevel } from '../../protocol/exchange/log-level.js'
import type { Session } from '../../protocol/exchange/session.js'
import { reservedNotifications } from '../../protocol/methods/reserved-methods.js'
import { isLegacy, profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import { answerQuestion } from '../calls/answer-question.js'
import { ambiguousText, findQuestionTarget, type QuestionTarget } from '../calls/question-target.js'
import { relatedTaskId, renameTask } from '../tasks/rename-task.js'
import { passLog } from './connection-logs.js'
import type { UpstreamConnection } from './upstream-connection.js'

/** Serves what an upstream sends by itself: its questions, and its notifications that belong to no call. */
export function createUpstreamServe(connection: UpstreamConnection, client: ClientServices): Serve {
  return async (message, exchange) => {
    if (!isRequestMessage(message)) {
      const { deliveredWith } = client.inputHandlers.openRequests
      passNotification(message, exchange, { connection, deliveredWith })
      return undefined
    }
    if (message.method === 'ping') return { jsonrpc: '2.0', id: message.id, result: {} }
    return serveQuestion(message, {
      connection,
      exchange,
      cause: client.inputHandlers.openRequests.causeOf(message.id),
    })
  }
}

interface QuestionOrigin {
  readonly connection: UpstreamConnection
  readonly exchange: Exchange
  readonly cause: RpcId | undefined
}

/** Rejects with RpcError. */
async function serveQuestion(message: RpcRequest, origin: QuestionOrigin): Promise<RpcResponse> {
  const { connection, exchange } = origin
  const { services, sessions, name: upstream } = connection.owner
  const sinceMs = services.runtime.now()
  const event = { upstream, connection: connection.number, method: message.method }
  try {
    const core = connection.tasks.coreTaskOf(message.params, origin.cause)
    const target = core === undefined ? targetOf(message, origin) : {}
    const about = { ...event, ...(target.call !== undefined && { call: target.call.number }) }
    services.announce?.('question-asked', about)
    const whenInitialized = (session: Session) => sessions.of(session).initialized
    const result = await (core?.ask(message, exchange) ??
      askOfTask(message, connection, (asked) => {
        const { signal, revision } = exchange
        const question = { message: asked, signal, revision, another: anotherOf(target, connection) }
        return answerQuestion(question, target, { ...services, whenInitialized })
      }))
    services.announce?.('question-answered', { ...about, elapsedMs: services.runtime.now() - sinceMs })
    return { jsonrpc: '2.0', id: message.id, result }
  } catch (reason) {
    const error = RpcError.from(reason)
    services.announce?.('question-refused', { ...event, error: error.message })
    if (error.message === ambiguousText) services.logger.warn(`Upstream ${upstream}: ${ambiguousText}`)
    throw error
  }
}

/** Asks with the id of the task that the client knows, and gives the answer with that of the upstream. */
async function askOfTask(
  message: RpcRequest,
  { tasks }: UpstreamConnection,
  ask: (message: RpcRequest) => Promise<unknown>,
): Promise<unknown> {
  const asked = tasks.toClient(message)
  const answer = await ask(asked)
  const [from, to] = [relatedTaskId(asked.params), relatedTaskId(message.params)]
  const isRenamed = from !== undefined && to !== undefined && from !== to
  return isRenamed && isObject(answer) ? renameTask(answer, { from, to }) : answer
}

/** An upstream that does not say which call it asks for gets one call at a time from then on. */
function targetOf({ params }: RpcRequest, { connection, cause }: QuestionOrigin): QuestionTarget {
  const { calls, readers, opener, sessions } = connection
  const taskId = relatedTaskId(params)
  const target = findQuestionTarget({ calls, readers, opener, sessions, cause, taskId })
  const isNamed = cause !== undefined || taskId !== undefined
  if (!isNamed && target.call !== undefined) connection.turns ??= new SerialQueue()
  return target
}

/** Gives those of the other calls that are still in flight, each once. */
function anotherOf({ others = [] }: QuestionTarget, { calls }: UpstreamConnection): () => QuestionTarget | undefined {
  const left = [...others]
  return () => {
    const call = left.find(({ id }) => calls.get(id) !== undefined)
    if (call === undefined) return undefined
    left.splice(0, left.indexOf(call) + 1)
    return { call, exchange: call.exchange }
  }
}

interface NotificationOrigin {
  readonly connection: UpstreamConnection
  /** The request on whose stream it came. */
  readonly deliveredWith: RpcId | undefined
}

function passNotification(
  received: RpcNotification,
  { revision }: Exchange,
  { connection, deliveredWith }: NotificationOrigin,
): void {
  if (received.method === 'notifications/tasks/status') {
    if (isLegacy(revision)) connection.owner.tasks.passStatus(received, connection)
    return
  }
  const message = connection.tasks.toClient(received)
  if (message.method === 'notifications/message') {
    announceLog(message, connection)
    const cause = deliveredWith === undefined ? undefined : connection.calls.get(deliveredWith)
    passLog(message, { calls: connection.calls.values(), sessions: connection.sessions, cause })
    return
  }
  // Those of a modern upstream belong to a subscription, which gets them.
  if (!isLegacy(revision)) return
  const change = decodeChange(message)
  if (change !== undefined) connection.onChange(change)
  else if (message.method === 'notifications/progress') connection.tasks.passProgress(message)
  else if (message.method === 'notifications/elicitation/complete') passToSessions(message, connection)
  else if (!reservedNotifications.has(message.method)) passToSessions(message, connection)
}

function announceLog({ params = {} }: RpcNotification, { owner, number: connection }: UpstreamConnection): void {
  const { level, logger } = params
  if (owner.services.announce === undefined || !isLogLevel(level)) return
  const from = typeof logger === 'string' ? { logger } : {}
  owner.services.announce('upstream-log', { upstream: owner.name, connection, level, ...from })
}

/** Only clients whose revision has the notification get it. */
function passToSessions(message: RpcNotification, { sessions }: UpstreamConnection): void {
  const isElicitation = message.method === 'notifications/elicitation/complete'
  for (const session of sessions) {
    if (!isElicitation || profileOf(session.revision).elicitationIds) session.notify(message)
  }
}
