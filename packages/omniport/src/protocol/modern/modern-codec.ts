import type { RpcErrorObject } from '../../jsonrpc/messages/messages.js'
import type { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isObject } from '../../values/json/is-object.js'
import { without } from '../../values/json/without.js'
import type { EncodeContext } from '../codec/codec.js'
import { encodeImplementation } from '../content/encode-definition.js'
import { encodeResultContent } from '../content/encode-result-content.js'
import { metaKeys } from '../meta/meta-keys.js'
import { createRequestDecoder } from '../methods/create-request-decoder.js'
import type { CacheHints } from '../model/results.js'
import { ExtendedResult } from '../results/extended-result.js'
import { InputRequired } from '../results/input-required.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'
import { methods } from './methods.js'

/** A complete result: with its type, cache hints if the method has them, and the server's name. spec: basic/index#result-responses */
export function encodeResult(method: string, result: object, { profile, serverInfo }: EncodeContext): object {
  if (result instanceof InputRequired) return encodeInputRequired(result, { profile, serverInfo })
  if (result instanceof ExtendedResult) return encodeExtended(result, { profile, serverInfo })
  const content = encodeResultContent(method, result, profile) as CacheHints & { readonly _meta?: unknown }
  const _meta = metaOf(content._meta, { profile, serverInfo })
  // The items of a list stay its first member: their text is inserted there.
  if (cacheableMethods.has(method)) return { ...content, ...safeHints(content), resultType: 'complete', _meta }
  // Engines are slow at adding members to a copy: here they come first, and are set again.
  const encoded = { resultType: 'complete', _meta, ...content }
  encoded.resultType = 'complete'
  encoded._meta = _meta
  return 'ttlMs' in encoded || 'cacheScope' in encoded ? without(encoded, 'ttlMs', 'cacheScope') : encoded
}

/** spec: basic/patterns/mrtr#inputrequiredresult */
function encodeInputRequired({ inputRequests, requestState }: InputRequired, context: EncodeContext): object {
  return {
    inputRequests: Object.fromEntries(inputRequests),
    requestState,
    resultType: 'input_required',
    _meta: metaOf(undefined, context),
  }
}

/** spec: basic/index#resulttype */
function encodeExtended({ members, resultType }: ExtendedResult, context: EncodeContext): object {
  const { _meta, ...rest } = members as { readonly _meta?: unknown }
  return { ...rest, resultType, _meta: metaOf(_meta, context) }
}

/** The `_meta` of a result, with the name of the server. */
function metaOf(given: unknown, { profile, serverInfo }: EncodeContext): object {
  const info = encodeImplementation(serverInfo, profile)
  return isObject(given) ? { ...given, [metaKeys.serverInfo]: info } : { [metaKeys.serverInfo]: info }
}

/** Cache hints with a time that is never negative. Results are private unless the author says `public`. */
function safeHints({ ttlMs, cacheScope }: CacheHints): CacheHints {
  const isTime = typeof ttlMs === 'number' && Number.isFinite(ttlMs) && ttlMs > 0
  return { ttlMs: isTime ? Math.floor(ttlMs) : 0, cacheScope: cacheScope === 'public' ? 'public' : 'private' }
}

/**
 * An error travels unchanged, except for codes that must not be sent here: "not found" of earlier revisions becomes
 * -32602, and a code that the specification reserves becomes an internal error.
 *
 * spec: basic/index#error-codes
 */
export function encodeError(error: RpcError, _profile: RevisionProfile): RpcErrorObject {
  const { code } = error
  if (code === -32002) return { ...error.toObject(), code: -32602 }
  const isReserved = code <= -32020 && code >= -32099 && !definedCodes.has(code)
  return isReserved ? { ...error.toObject(), code: -32603 } : error.toObject()
}

/** The codes from -32020 to -32099 that the specification defines. */
const definedCodes: ReadonlySet<number> = new Set([-32020, -32021, -32022])

/** The methods whose complete results carry cache hints at 2026-07-28. spec: server/utilities/caching#cacheable-results */
const cacheableMethods: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
])

/** Checks a request against the methods of the modern era. Its protocol fields were read when its exchange was made. */
export const decodeRequest = createRequestDecoder(methods)
