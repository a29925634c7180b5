import type { RpcErrorObject } from '../../jsonrpc/messages/messages.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import type { GatewayServices } from '../gateway-services.js'
import { convertQuestion } from './convert-question.js'
import type { UpstreamCall } from './upstream-call.js'

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
