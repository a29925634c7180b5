import type { RpcId } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { SmallMap } from '../../values/maps/small-map.js'
import type { UpstreamCall } from './upstream-call.js'

/** The requests of a connection, and who began it. */
export interface QuestionContext {
  /** Calls in flight, the oldest first. */
  readonly calls: Pick<SmallMap<RpcId, UpstreamCall>, 'get' | 'values'>
  /** Clients for whom lists are read at present, by the id of the request. */
  readonly readers: ReadonlyMap<RpcId, Exchange>
  /** The message for which the connection was opened. */
  readonly opener: Exchange | undefined
  readonly sessions: ReadonlySet<Session>
  /** The id of the request on whose stream the question came. Undefined: the transport does not say. */
  readonly cause: RpcId | undefined
  /** The task that the question names. spec: 2025-11-25 basic/utilities/tasks#related-task-metadata */
  readonly taskId?: string | undefined
}

/** The client that a question is for: through a call, a message outside any call, or its session. */
export interface QuestionTarget {
  readonly call?: UpstreamCall | undefined
  readonly exchange?: Exchange | undefined
  readonly session?: Session | undefined
  /** Calls of the same client that were in flight too: the question may be of one of those. */
  readonly others?: readonly UpstreamCall[] | undefined
}

/**
 * Finds the client that a question of an upstream belongs to: it is never guessed. Over HTTP it is the call on whose stream it
 * came. On a pipe it is the request for the result of the task that it names; without one the only call in flight, or the oldest
 * where all are of one client. Outside any call it is the message that opened the connection, else its only session.
 *
 * @throws RpcError -32603 where calls of several clients are in flight, or nobody waits for the task.
 */
export function findQuestionTarget({
  calls,
  readers,
  opener,
  sessions,
  cause,
  taskId,
}: QuestionContext): QuestionTarget {
  if (cause !== undefined) {
    const call = calls.get(cause)
    const exchange = call?.exchange ?? readers.get(cause)
    if (exchange === undefined) throw RpcError.internal('The call that this question belongs to has ended')
    return { call, exchange }
  }
  if (taskId !== undefined) return waitingFor(taskId, calls)
  const [call, ...others] = calls.values()
  if (call !== undefined) {
    if (others.some(({ exchange }) => !isOneClient(exchange, call.exchange))) throw ambiguous()
    return { call, exchange: call.exchange, others }
  }
  const [session, ...otherSessions] = sessions
  return { exchange: opener, session: otherSessions.length === 0 ? session : undefined }
}

/** The request for the result of a task: only who may have the result can be asked. */
function waitingFor(taskId: string, calls: QuestionContext['calls']): QuestionTarget {
  for (const call of calls.values()) if (call.taskId === taskId) return { call, exchange: call.exchange }
  throw RpcError.internal('Nobody waits for the result of this task')
}

/** The text of the warning, and of the error for the upstream. */
export const ambiguousText =
  'The question names no call, and calls of several clients are in flight; isolation: "session" gives each its own connection'

function ambiguous(): RpcError {
  return RpcError.internal(ambiguousText)
}

/** True for messages of one session, or of one client at the other end of a pipe. */
function isOneClient(one: Exchange, other: Exchange): boolean {
  if (one.session !== undefined || other.session !== undefined) return one.session === other.session
  return typeof one.sender === 'symbol' && one.sender === other.sender
}
