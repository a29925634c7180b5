import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Ask, AskOptions, Exchange } from '../../protocol/exchange/exchange.js'
import type { Session } from '../../protocol/exchange/session.js'
import { hasCode } from '../../values/errors/has-code.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { convertQuestion } from './convert-question.js'
import type { QuestionTarget } from './question-target.js'

/** A question of an upstream, and the message in which it came. */
export interface UpstreamQuestion {
  readonly message: RpcRequest
  /** Aborts when the upstream takes the question back. */
  readonly signal: AbortSignal
  /** The revision of the connection. */
  readonly revision: Exchange['revision']
  /** Gives another call that the question may be of, where the one that it was asked through ended first. */
  readonly another?: (() => QuestionTarget | undefined) | undefined
}

/**
 * Asks the client, and settles with the answer in the shape of the upstream. While the question is open, no time of the call
 * passes. A call that ends takes its questions along, so that one which may be of another call is asked again through that.
 * Rejects with RpcError.
 */
export async function answerQuestion(
  question: UpstreamQuestion,
  target: QuestionTarget,
  services: AnswerServices,
): Promise<unknown> {
  const { message, signal, revision } = question
  const { exchange, session, call } = target
  const client = exchange ?? session
  if (client === undefined) throw RpcError.methodNotFound(message.method)
  const asked = convertQuestion(message, {
    from: revision,
    exchange: { client: client.client, revision: client.revision },
    runtime: services.runtime,
  })
  const request = { method: asked.method, ...(asked.params !== undefined && { params: asked.params }) }
  const release = call?.pause()
  try {
    const options = { signal, timeoutMs: services.limits.questionMs }
    const answer = await askClient(request, target, { options, services })
    return asked.toAnswer(answer)
  } catch (reason) {
    const next = hasCode(reason, 'closed') && !signal.aborted ? question.another?.() : undefined
    if (next === undefined) throw toQuestionError(reason)
    return answerQuestion(question, next, services)
  } finally {
    release?.()
  }
}

export interface AnswerServices {
  readonly runtime: Parameters<typeof convertQuestion>[1]['runtime']
  readonly limits: { readonly questionMs: number }
  /** Resolves when the client of a session may be sent requests. */
  readonly whenInitialized: (session: Session) => Promise<void>
}

async function askClient(
  request: Parameters<Ask>[0],
  { call, exchange, session }: QuestionTarget,
  { options, services }: { readonly options: AskOptions; readonly services: AnswerServices },
): Promise<unknown> {
  const isOutside = call === undefined && request.method === 'roots/list' && session !== undefined
  if (exchange?.ask === undefined) {
    if (isOutside) return askSession(request, session, { options, services })
    throw RpcError.internal(`${request.method}: this client cannot be asked while this request is served`)
  }
  try {
    return await exchange.ask(request, options)
  } catch (reason) {
    // The request that opened the connection is over, and its session goes on.
    if (isOutside && hasCode(reason, 'closed')) return askSession(request, session, { options, services })
    throw reason
  }
}

async function askSession(
  request: Parameters<Ask>[0],
  session: Session,
  { options, services }: { readonly options: AskOptions; readonly services: AnswerServices },
): Promise<unknown> {
  await services.whenInitialized(session)
  return session.request(request, options)
}

/** The error for the upstream. What the client answered passes. */
function toQuestionError(reason: unknown): RpcError {
  if (RpcError.is(reason)) return reason
  const text = OmniportError.is(reason) ? reason.message : 'The client could not be asked'
  return RpcError.internal(text, { cause: reason })
}
