import { isLegacy, profileOf } from '../protocol/revisions/revision-profile.js'
import { isJsonObject, type JsonObject } from '../values/json/json-object.js'
import { isCoreMethod } from './core-methods.js'
import { createMessageCheck, type MessageCheck, type MessageContext } from './message-context.js'
import type { OfficialSchema } from './official-schema.js'
import { responseProblems } from './response-problems.js'
import { definitionProblems, problem, schemaProblems } from './schema-problems.js'
import { unknownProperties } from './unknown-properties.js'

/**
 * The problems of a message as one side sends it in one revision, one sentence each; empty when it is right.
 *
 * A message must match its definition in the official schema of the revision: a request or notification by its method (methods
 * of extensions: the generic envelope), a result by the method it answers, an error by its code. Beyond the schema it
 * must hold no property that the revision does not define, be of a kind this side may send in this revision, be an array only
 * where the revision has batches, and use only error codes with a meaning there.
 *
 * An `initialize` request may offer what newer revisions define, as the revision is not agreed yet.
 */
export function messageProblems(message: unknown, context: MessageContext): readonly string[] {
  const check = createMessageCheck(context)
  const problems = Array.isArray(message) ? batchProblems(check, message) : singleProblems(check, message)
  return [...new Set(problems)]
}

function batchProblems(check: MessageCheck, messages: readonly unknown[]): readonly string[] {
  if (!profileOf(check.revision).batch) return [problem('', `${check.revision} has no batches`)]
  if (messages.length === 0) return [problem('', 'a batch must not be empty')]
  const isCall = (message: unknown) => isJsonObject(message) && 'method' in message
  const isInitialize = (message: unknown) => isJsonObject(message) && message['method'] === 'initialize'
  return [
    ...(messages.some(isInitialize) ? [problem('', 'initialize must not be part of a batch')] : []),
    ...(new Set(messages.map(isCall)).size > 1 ? [problem('', 'a batch must not mix responses with the rest')] : []),
    ...messages.flatMap((message, index) => singleProblems(check, message).map((text) => `[${index}] ${text}`)),
  ]
}

function singleProblems(check: MessageCheck, message: unknown): readonly string[] {
  if (!isJsonObject(message)) return [problem('', 'must be an object')]
  if ('method' in message)
    return 'id' in message ? requestProblems(check, message) : notificationProblems(check, message)
  if ('result' in message || 'error' in message) return responseProblems(check, message)
  return [problem('', 'must be a request, a notification or a response')]
}

function requestProblems(check: MessageCheck, message: JsonObject): readonly string[] {
  const { revision, from, schema, methods } = check
  if (!isLegacy(revision) && from === 'server') return [problem('', `a server sends no requests in ${revision}`)]
  const definition = methods.requests.get(String(message['method']))
  if (definition !== undefined) return definedProblems(check, message, ['JSONRPCRequest', definition])
  return [
    ...undefinedMethod(check, message),
    ...definitionProblems(schema, 'JSONRPCRequest', message),
    ...(profileOf(revision).era === 'modern' ? extensionParamsProblems(schema, message['params']) : []),
  ]
}

/** Requests of extensions carry the same `_meta` as all others. */
function extensionParamsProblems(schema: OfficialSchema, params: unknown = {}): readonly string[] {
  return schemaProblems(schema, { pointer: schema.pointer('RequestParams'), value: params, path: '/params' })
}

function notificationProblems(check: MessageCheck, message: JsonObject): readonly string[] {
  const definition = check.methods.notifications.get(String(message['method']))
  if (definition !== undefined) return definedProblems(check, message, ['JSONRPCNotification', definition])
  return [...undefinedMethod(check, message), ...definitionProblems(check.schema, 'JSONRPCNotification', message)]
}

function definedProblems(
  { schema }: MessageCheck,
  message: JsonObject,
  definitions: readonly [string, string],
): readonly string[] {
  const problems = definitions.flatMap((definition) => definitionProblems(schema, definition, message))
  if (message['method'] === 'initialize') return problems
  return [
    ...problems,
    ...unknownProperties(schema, { pointer: schema.pointer(definitions[1]), value: message, path: '' }),
  ]
}

function undefinedMethod({ revision, from }: MessageCheck, { method }: JsonObject): readonly string[] {
  if (typeof method !== 'string' || !isCoreMethod(method)) return []
  return [problem('/method', `a ${from} does not send ${method} in ${revision}`)]
}
