import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isObject } from '../../values/json/is-object.js'
import { isStringArray } from '../../values/json/is-string-array.js'
import { appendPointer, pointerKeys } from '../../values/json/json-pointer.js'
import { truncate } from '../../values/text/truncate.js'
import type { ObjectSchema } from '../model/object-schema.js'
import type { SampleMessage, SampleParams } from '../model/sampling.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'
import { checkSampleParams } from './check-sample-params.js'
import { isWebUrl } from './is-web-url.js'
import { toBlocks } from './to-blocks.js'

/** A question of a server, checked and in newest shape; the content of its messages is always a list. */
export type DecodedInputRequest =
  | { readonly type: 'elicit'; readonly message: string; readonly schema: ObjectSchema }
  | {
      readonly type: 'elicitUrl'
      readonly message: string
      /** `http:` or `https:`, without credentials. Open it only after the person agreed. */
      readonly url: string
      readonly elicitationId?: string | undefined
    }
  | { readonly type: 'sample'; readonly params: SampleParams }
  | { readonly type: 'roots' }

/**
 * Reads a question of a server of any revision. The fields of a form are objects, and refer to nothing outside of it; members that the
 * revision lacks are dropped.
 *
 * @throws RpcError -32602 naming the parameter, or -32601 for a method that the revision lacks.
 */
export function decodeInputRequest(
  request: { readonly method: string; readonly params?: unknown },
  profile: RevisionProfile,
): DecodedInputRequest {
  const { method, params = {} } = request
  if (!isObject(params)) throw RpcError.invalidParams('params must be an object')
  switch (method) {
    case 'elicitation/create':
      if (profile.elicitation === 'none') throw RpcError.methodNotFound(method)
      return decodeElicit(params, profile)
    case 'sampling/createMessage':
      return { type: 'sample', params: decodeSample(params, profile) }
    case 'roots/list':
      return { type: 'roots' }
    default:
      throw RpcError.methodNotFound(method)
  }
}

type Params = Readonly<Record<string, unknown>>

/** spec: client/elicitation#elicitation-requests — without a mode it is a form. */
function decodeElicit(params: Params, profile: RevisionProfile): DecodedInputRequest {
  const { message, requestedSchema } = params
  if (typeof message !== 'string') throw invalidParam('message', 'a string')
  const mode = profile.elicitation === 'full' ? (params['mode'] ?? 'form') : 'form'
  if (mode === 'url') return decodeUrl(message, params, profile)
  if (mode !== 'form') throw invalidParam('mode', '"form" or "url"')
  assertForm(requestedSchema)
  return { type: 'elicit', message, schema: requestedSchema }
}

/** spec: client/elicitation#safe-url-handling */
function decodeUrl(message: string, { url, elicitationId }: Params, profile: RevisionProfile): DecodedInputRequest {
  if (!isWebUrl(url)) throw invalidParam('url', 'an http: or https: URL without spaces and credentials')
  if (!profile.elicitationIds) return { type: 'elicitUrl', message, url }
  if (typeof elicitationId !== 'string') throw invalidParam('elicitationId', 'a string')
  return { type: 'elicitUrl', message, url, elicitationId }
}

/** spec: client/elicitation#requested-schema */
function assertForm(schema: unknown): asserts schema is ObjectSchema {
  if (!isObject(schema) || schema['type'] !== 'object')
    throw invalidParam('requestedSchema', 'a schema with type "object"')
  const { properties, required } = schema
  if (!isObject(properties)) throw invalidParam('requestedSchema.properties', 'an object')
  for (const [name, field] of Object.entries(properties)) {
    const path = `requestedSchema.properties.${truncate(name, 64)}`
    if (!isObject(field)) throw invalidParam(path, 'an object')
    if (field['type'] === 'object') throw invalidParam(`${path}.type`, 'no object: a form is flat')
  }
  const foreign = findForeignRef(schema, '', schema)
  if (foreign !== undefined) throw invalidParam(`requestedSchema${truncate(foreign)}`, 'a reference inside the schema')
  if (required === undefined) return
  if (!isStringArray(required)) {
    throw invalidParam('requestedSchema.required', 'an array of strings')
  }
}

/**
 * Returns the JSON pointer of a reference that has no target in the schema; undefined if there is none. Such a field would
 * accept anything. spec: basic/index#ref-resolution
 */
function findForeignRef(part: unknown, path: string, root: object): string | undefined {
  if (!isObject(part)) return undefined
  const keyword = refKeywords.find((name) => typeof part[name] === 'string' && !hasTarget(part[name], root))
  if (keyword !== undefined) return appendPointer(path, keyword)
  for (const [name, value] of Object.entries(part)) {
    if (dataKeywords.has(name)) continue
    const at = appendPointer(path, name)
    // The members of a list, or of an object of schemas, have any names.
    const inner: object = Array.isArray(value) || schemaMaps.has(name) ? Object(value) : { value }
    for (const [key, schema] of Object.entries(inner)) {
      const found = findForeignRef(schema, inner === value ? appendPointer(at, key) : at, root)
      if (found !== undefined) return found
    }
  }
  return undefined
}

const refKeywords = ['$ref', '$recursiveRef', '$dynamicRef'] as const
const dataKeywords: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'enumNames', 'examples'])
const schemaMaps: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions'])

function hasTarget(ref: unknown, root: object): boolean {
  const pointer = String(ref)
  if (pointer === '#') return true
  if (!pointer.startsWith('#/')) return false
  let target: unknown = root
  for (const key of pointerKeys(pointer.slice(1))) {
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) return false
    target = (target as Readonly<Record<string, unknown>>)[key]
  }
  return true
}

/** spec: client/sampling#creating-messages */
function decodeSample(given: Params, { sampleTools }: RevisionProfile): SampleParams {
  const known = Object.entries(given).filter(([name]) => parameters.has(name) || (sampleTools && tools.has(name)))
  const params = Object.fromEntries(known)
  const problem = checkSampleParams(params)
  if (problem !== undefined) throw RpcError.invalidParams(`params.${problem}`)
  const checked = params as unknown as SampleParams // the line above checked it
  return { ...checked, messages: checked.messages.map(decodeMessage) }
}

const parameters: ReadonlySet<string> = new Set([
  ...['messages', 'maxTokens', 'systemPrompt', 'temperature', 'stopSequences'],
  ...['modelPreferences', 'includeContext', 'metadata'],
])

const tools: ReadonlySet<string> = new Set(['tools', 'toolChoice'])

function decodeMessage({ role, content, _meta }: SampleMessage): SampleMessage {
  return { role, content: toBlocks(content), ...(isObject(_meta) && { _meta }) }
}

function invalidParam(name: string, expected: string): RpcError {
  return RpcError.invalidParams(`params.${name} must be ${expected}`)
}
