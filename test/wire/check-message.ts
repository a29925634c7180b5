import type { Check, CheckContext } from './check.js'
import { coreMethods, isCoreMethod, type Sender } from './core-methods.js'
import { isRecord } from './is-record.js'
import { type OfficialSchema, officialSchema } from './official-schema.js'
import { responseProblems } from './response-problems.js'
import type { Revision } from './revisions.js'
import { definitionProblems, problem, schemaProblems } from './schema-problems.js'
import { unknownProperties } from './unknown-properties.js'

/**
 * What is wrong with a message as one side sends it in one revision, one sentence each; empty when it is right.
 *
 * A message must match its definition in the official schema of the revision: a request or notification by its method (others
 * than the specification's: the generic envelope), a result by the method it answers, an error by its code. Beyond the schema it
 * must hold no property that the revision does not define, be of a kind this side may send in this revision, be an array only
 * in 2025-03-26, and use only error codes with a meaning there.
 *
 * An `initialize` request may offer what newer revisions define, as the revision is not agreed yet.
 */
export function checkMessage(revision: Revision, from: Sender, message: unknown, context: CheckContext = {}): string[] {
  const check = { revision, from, context, schema: officialSchema(revision), methods: coreMethods(revision, from) }
  const problems = Array.isArray(message) ? batchProblems(check, message) : singleProblems(check, message)
  return [...new Set(problems)]
}

type Message = Readonly<Record<string, unknown>>

function batchProblems(check: Check, messages: readonly unknown[]): string[] {
  if (check.revision !== '2025-03-26') return [problem('', `${check.revision} has no batches`)]
  if (messages.length === 0) return [problem('', 'a batch must not be empty')]
  const isCall = (message: unknown) => isRecord(message) && 'method' in message
  const isInitialize = (message: unknown) => isRecord(message) && message['method'] === 'initialize'
  return [
    ...(messages.some(isInitialize) ? [problem('', 'initialize must not be part of a batch')] : []),
    ...(new Set(messages.map(isCall)).size > 1 ? [problem('', 'a batch must not mix responses with the rest')] : []),
    ...messages.flatMap((message, index) => singleProblems(check, message).map((text) => `[${index}] ${text}`)),
  ]
}

function singleProblems(check: Check, message: unknown): string[] {
  if (!isRecord(message)) return [problem('', 'must be an object')]
  if ('method' in message)
    return 'id' in message ? requestProblems(check, message) : notificationProblems(check, message)
  if ('result' in message || 'error' in message) return responseProblems(check, message)
  return [problem('', 'must be a request, a notification or a response')]
}

function requestProblems(check: Check, message: Message): string[] {
  const { revision, from, schema, methods } = check
  if (revision === '2026-07-28' && from === 'server') return [problem('', 'a server sends no requests in 2026-07-28')]
  const definition = methods.requests.get(String(message['method']))
  if (definition !== undefined) return definedProblems(check, message, ['JSONRPCRequest', definition])
  return [
    ...undefinedMethod(check, message),
    ...definitionProblems(schema, 'JSONRPCRequest', message),
    ...(revision === '2026-07-28' ? extensionParamsProblems(schema, message['params']) : []),
  ]
}

/** Requests of extensions carry the same `_meta` as all others. */
function extensionParamsProblems(schema: OfficialSchema, params: unknown = {}): string[] {
  return schemaProblems(schema, { pointer: schema.pointer('RequestParams'), value: params, path: '/params' })
}

function notificationProblems(check: Check, message: Message): string[] {
  const definition = check.methods.notifications.get(String(message['method']))
  if (definition !== undefined) return definedProblems(check, message, ['JSONRPCNotification', definition])
  return [...undefinedMethod(check, message), ...definitionProblems(check.schema, 'JSONRPCNotification', message)]
}

function definedProblems({ schema }: Check, message: Message, definitions: readonly [string, string]): string[] {
  const problems = definitions.flatMap((definition) => definitionProblems(schema, definition, message))
  if (message['method'] === 'initialize') return problems
  return [
    ...problems,
    ...unknownProperties(schema, { pointer: schema.pointer(definitions[1]), value: message, path: '' }),
  ]
}

function undefinedMethod({ revision, from }: Check, { method }: Message): string[] {
  if (typeof method !== 'string' || !isCoreMethod(method)) return []
  return [problem('/method', `a ${from} does not send ${method} in ${revision}`)]
}
