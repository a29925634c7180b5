import type { Check } from './check.js'
import { errorCodeProblem } from './error-code-problem.js'
import { isRecord } from './is-record.js'
import { type Answer, resultDefinition } from './result-definition.js'
import { definitionProblems, problem, schemaProblems } from './schema-problems.js'
import { unknownProperties } from './unknown-properties.js'

/** What is wrong with an object that has a result or an error. */
export function responseProblems(check: Check, message: Message): string[] {
  if ('result' in message && 'error' in message) return [problem('', 'must not have both result and error')]
  const problems = 'result' in message ? resultProblems(check, message) : errorProblems(check, message)
  const isForbidden = check.revision === '2026-07-28' && check.from === 'client'
  return isForbidden ? [problem('', 'a client sends no responses in 2026-07-28'), ...problems] : problems
}

type Message = Readonly<Record<string, unknown>>

function resultProblems(check: Check, message: Message): string[] {
  const { revision, from, schema } = check
  const envelope = schema.has('JSONRPCResultResponse') ? 'JSONRPCResultResponse' : 'JSONRPCResponse'
  const problems = definitionProblems(schema, envelope, message)
  const { result } = message
  if (!isRecord(result)) return problems
  const answer = { revision, from, method: methodAnswered(check, message), result }
  const subject = { pointer: schema.pointer(resultDefinition(answer)), value: result, path: '/result' }
  const own = [...schemaProblems(schema, subject), ...unknownProperties(schema, subject)]
  return [...problems, ...own, ...resultTypeProblems(answer)]
}

const methodsThatMayAsk = ['tools/call', 'prompts/get', 'resources/read']

/** spec: basic/index#resulttype, basic/patterns/mrtr#supported-requests */
function resultTypeProblems({ revision, method, result }: Answer): string[] {
  const { resultType } = result
  if (revision !== '2026-07-28') {
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

const errorDefinitions = new Map([
  [-32020, 'HeaderMismatchError'],
  [-32021, 'MissingRequiredClientCapabilityError'],
  [-32022, 'UnsupportedProtocolVersionError'],
  [-32042, 'URLElicitationRequiredError'],
])

function errorProblems(check: Check, message: Message): string[] {
  const { revision, context, schema } = check
  const envelope = schema.has('JSONRPCErrorResponse') ? 'JSONRPCErrorResponse' : 'JSONRPCError'
  const mayLackId = context.http === true && !('id' in message)
  const problems = definitionProblems(schema, envelope, mayLackId ? { id: 0, ...message } : message)
  const code = isRecord(message['error']) ? message['error']['code'] : undefined
  if (typeof code !== 'number') return problems
  const definition = errorDefinitions.get(code)
  if (definition !== undefined && schema.has(definition))
    problems.push(...definitionProblems(schema, definition, message))
  const meaning = errorCodeProblem(revision, code, { ...context, method: methodAnswered(check, message) })
  return meaning === undefined ? problems : [...problems, problem('/error/code', meaning)]
}

function methodAnswered({ context }: Check, { id }: Message): string | undefined {
  return context.methodOf?.(id) ?? context.method
}
