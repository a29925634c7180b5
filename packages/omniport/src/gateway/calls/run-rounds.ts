import { backoffMs } from '../../async/waiting/backoff.js'
import { pause } from '../../async/waiting/pause.js'
import { allOrAbort } from '../../client/input/all-or-abort.js'
import { decodeInputRequired } from '../../client/input/modern/retry-params.js'
import type { RpcErrorObject, RpcParams, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { GatewayServices } from '../gateway-services.js'
import { convertQuestion, type ReceivedQuestion } from './convert-question.js'
import type { UpstreamCall } from './upstream-call.js'

/** A request of a legacy client that a modern upstream answers in rounds. */
export interface RoundsRequest {
  readonly method: string
  readonly params: RpcParams | undefined
  readonly exchange: Exchange
  /** The revision of the upstream. */
  readonly from: Revision
  /** Sends the request once more, with other parameters. */
  readonly send: (params: RpcParams) => Promise<RpcResponse>
}

/** Tells a response that asks for input. */
export function isInputRequired({ result }: RpcResponse): boolean {
  return isObject(result) && result['resultType'] === 'input_required'
}

/**
 * Answers the input requests of a modern upstream by requests to its legacy client, and sends the request again, until it has
 * another response. spec: basic/patterns/mrtr
 *
 * Rejects with the error of the client, or with OmniportError `limit` naming `limits.rounds` or `limits.questions`.
 */
export async function runRounds(
  first: RpcResponse,
  request: RoundsRequest,
  { limits, runtime }: GatewayServices,
): Promise<RpcResponse> {
  const { method, exchange, send } = request
  let response = first
  let emptyCount = 0
  for (let round = 0; isInputRequired(response); round += 1) {
    if (round >= limits.rounds)
      throw new OmniportError('limit', `${method}: asks again and again; rounds is ${limits.rounds}`)
    const required = decodeInputRequired(method, response.result as Readonly<Record<string, unknown>>) // it is an object
    const questions = Object.entries(required.inputRequests)
    if (questions.length > limits.questions) {
      throw new OmniportError('limit', `${method}: asks too much at once; questions is ${limits.questions}`)
    }
    emptyCount = questions.length > 0 ? 0 : emptyCount + 1
    if (emptyCount > 1) await pause(runtime, backoffMs(emptyCount - 2, runtime), exchange.signal)
    exchange.signal.throwIfAborted()
    const { inputResponses: _responses, requestState: _state, ...own } = request.params ?? {}
    response = await send({
      ...own,
      ...(questions.length > 0 && { inputResponses: await answerAll(questions, request, { limits, runtime }) }),
      ...(required.requestState !== undefined && { requestState: required.requestState }),
    })
  }
  return response
}

async function answerAll(
  questions: readonly (readonly [string, unknown])[],
  { method, exchange, from }: RoundsRequest,
  { limits, runtime }: Pick<GatewayServices, 'limits' | 'runtime'>,
): Promise<Readonly<Record<string, unknown>>> {
  const { ask } = exchange
  if (ask === undefined) throw RpcError.internal(`${method}: this client cannot be asked here`)
  const asked = questions.map(([, question]) => {
    if (!isObject(question) || typeof question['method'] !== 'string') {
      throw new OmniportError('invalid_result', `${method}: an input request has no method`)
    }
    const received: ReceivedQuestion = { method: question['method'], params: question['params'] }
    const { toAnswer, ...request } = convertQuestion(received, { from, exchange, runtime })
    return async (signal: AbortSignal) => toAnswer(await ask(request, { signal, timeoutMs: limits.questionMs }))
  })
  const options = { clock: runtime, signals: [exchange.signal], timeoutMs: limits.questionMs }
  const answers = await allOrAbort(asked, options)
  // No assignment, since a key may be `__proto__`.
  return Object.fromEntries(questions.map(([key], index) => [key, answers[index]]))
}

/**
 * True if an upstream wants pages opened before it answers, which it says by an error that the client's revision does not have.
 * spec: 2025-11-25 client/elicitation#url-elicitation-required-error
 */
export function wantsPages({ code, data }: RpcErrorObject, { exchange, open }: UpstreamCall): boolean {
  const { elicitation, elicitationIds } = profileOf(exchange.revision)
  const isForeign = open.profile.elicitationIds && !elicitationIds && elicitation === 'full'
  return code === urlElicitationRequired && isForeign && isObject(data) && Array.isArray(data['elicitations'])
}

/** Asks the client to open the pages, one after the other. Settles with false when one was not opened. Rejects as `ask` does. */
export async function openPages(
  { data }: RpcErrorObject,
  { exchange, open }: UpstreamCall,
  { limits, runtime }: GatewayServices,
): Promise<boolean> {
  const pages = isObject(data) && Array.isArray(data['elicitations']) ? data['elicitations'] : []
  if (exchange.ask === undefined || pages.length > limits.questions) return false
  for (const params of pages) {
    const question = { method: 'elicitation/create', params }
    const { toAnswer, ...request } = convertQuestion(question, { from: open.revision, exchange, runtime })
    const answer = toAnswer(await exchange.ask(request, { timeoutMs: limits.questionMs }))
    if (!isObject(answer) || answer['action'] !== 'accept') return false
  }
  return true
}

/** spec: 2025-11-25 basic/index#error-codes */
const urlElicitationRequired = -32042
