import type { Revision } from '../protocol/revisions/revision.js'
import { isLegacy, profileOf } from '../protocol/revisions/revision-profile.js'
import { isJsonObject, type JsonObject } from '../values/json/json-object.js'
import type { MessageCheck, MessageContext } from './message-context.js'
import { type Answer, resultDefinition } from './result-definition.js'
import { definitionProblems, problem, schemaProblems } from './schema-problems.js'
import { unknownProperties } from './unknown-properties.js'

/** The problems of an object that has a result or an error. */
export function responseProblems(check: MessageCheck, message: JsonObject): readonly string[] {
  if ('result' in message && 'error' in message) return [problem('', 'must not have both result and error')]
  const problems = 'result' in message ? resultProblems(check, message) : errorProblems(check, message)
  const isForbidden = !isLegacy(check.revision) && check.from === 'client'
  return isForbidden ? [problem('', `a client sends no responses in ${check.revision}`), ...problems] : problems
}

function resultProblems(check: MessageCheck, message: JsonObject): readonly string[] {
  const { revision, from, schema } = check
  const envelope = schema.has('JSONRPCResultResponse') ? 'JSONRPCResultResponse' : 'JSONRPCResponse'
  const problems = definitionProblems(schema, envelope, message)
  const { result } = message
  if (!isJsonObject(result)) return problems
  const answer = { revision, from, method: methodAnswered(check, message), result }
  const subject = { pointer: schema.pointer(resultDefinition(answer)), value: result, path: '/result' }
  const own = [...schemaProblems(schema, subject), ...unknownProperties(schema, subject)]
  return [...problems, ...own, ...resultTypeProblems(answer)]
}

const methodsThatMayAsk = ['tools/call', 'prompts/get', 'resources/read']

/** spec: basic/index#resulttype, basic/patterns/mrtr#supported-requests */
function resultTypeProblems({ revision, method, result }: Answer): readonly string[] {
  const { resultType } = result
  if (!profileOf(revision).resultEnvelope) {
    return resultType === undefined ? [] : [problem('/result', `${revision} defines no resultType here`)]
  }
  if (resultType === 'input_required') {
    const mayAsk = method === undefined || methodsThatMayAsk.includes(method)
    if (!mayAsk) return [problem('/result', `${method} must not answer input_required`)]
    const asksNothing = result['inputRequests'] === undefined && result['requestState'] === undefined
    return asksNothing ? [problem('/result', 'must have inputRequests or requestState')] : []
  }
  // The tasks extension answers a tool call with a task.
  const isTask = resultType === 'task' && (method === undefined || method === 'tools/call')
  const isKnown = resultType === 'complete' || isTask
  return isKnown || typeof resultType !== 'string' ? [] : [problem('/result', `${resultType} is no resultType`)]
}

/** The errors whose definition demands more than their code. */
const errorDefinitions = new Map([
  [-32021, 'MissingRequiredClientCapabilityError'],
  [-32022, 'UnsupportedProtocolVersionError'],
  [-32042, 'URLElicitationRequiredError'],
])

function errorProblems(check: MessageCheck, message: JsonObject): readonly string[] {
  const { revision, http, schema } = check
  const envelope = schema.has('JSONRPCErrorResponse') ? 'JSONRPCErrorResponse' : 'JSONRPCError'
  const mayLackId = http === true && !('id' in message)
  const problems = [...definitionProblems(schema, envelope, mayLackId ? { id: 0, ...message } : message)]
  const code = isJsonObject(message['error']) ? message['error']['code'] : undefined
  if (typeof code !== 'number') return problems
  const definition = errorDefinitions.get(code)
  if (definition !== undefined && schema.has(definition))
    problems.push(...definitionProblems(schema, definition, message))
  const meaning = errorCodeProblem(revision, code, { http, method: methodAnswered(check, message) })
  return meaning === undefined ? problems : [...problems, problem('/error/code', meaning)]
}

function methodAnswered({ methodOf, method }: MessageCheck, { id }: JsonObject): string | undefined {
  return methodOf?.(id) ?? method
}

const jsonRpcCodes = [-32700, -32600, -32601, -32602, -32603]
const modernCodes = [-32020, -32021, -32022]

type AnsweredRequest = Pick<MessageContext, 'method' | 'http'>

/**
 * The reason for which a revision does not let this error code be sent in answer to `method`; undefined where it does. Codes outside
 * -32768..-32000 belong to the application.
 *
 * spec: basic/index#error-codes
 */
function errorCodeProblem(revision: Revision, code: number, context: AnsweredRequest): string | undefined {
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
