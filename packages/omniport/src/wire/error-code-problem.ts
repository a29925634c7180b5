import type { Revision } from '../protocol/revisions/revision.js'
import { isLegacy, profileOf } from '../protocol/revisions/revision-profile.js'
import type { MessageContext } from './message-context.js'

const jsonRpcCodes = [-32700, -32600, -32601, -32602, -32603]
const modernCodes = [-32020, -32021, -32022]

type AnsweredRequest = Pick<MessageContext, 'method' | 'http'>

/**
 * The reason for which a revision does not let this error code be sent in answer to `method`; undefined where it does. Codes outside
 * -32768..-32000 belong to the application.
 *
 * spec: basic/index#error-codes
 */
export function errorCodeProblem(revision: Revision, code: number, context: AnsweredRequest): string | undefined {
  if (code < -32768 || code > -32000 || jsonRpcCodes.includes(code)) return undefined
  const isAllowed = !isLegacy(revision) ? modernCodes.includes(code) : isLegacyCode(revision, code, context)
  if (isAllowed) return undefined
  const answered = context.method === undefined ? '' : ` in answer to ${context.method}`
  return `${revision} gives ${code} no meaning${answered}`
}

/** -32001 answers headers that differ from the body, and -32022 the `initialize` that a server of modern revisions refuses. */
function isLegacyCode(revision: Revision, code: number, { method, http }: AnsweredRequest): boolean {
  if (code === -32002) return method === undefined || /^resources\/(read|subscribe|unsubscribe)$/.test(method)
  if (code === -32042) return profileOf(revision).elicitationIds
  if (code === -32022) return method === 'initialize'
  return code === -32001 && http === true
}
