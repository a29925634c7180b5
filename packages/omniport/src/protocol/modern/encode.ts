import { isObject } from '../../jsonrpc/is-object.js'
import type { RpcErrorObject, RpcParams } from '../../jsonrpc/messages.js'
import type { RpcError } from '../../jsonrpc/rpc-error.js'
import { cacheableMethods } from '../cacheable.js'
import type { EncodeContext, Requester } from '../codec.js'
import { encodeImplementation } from '../encode-definition.js'
import { encodeResultContent } from '../encode-result-content.js'
import { ExtendedResult } from '../extended-result.js'
import { InputRequired } from '../input-required.js'
import { metaKeys } from '../meta-keys.js'
import type { CacheHints } from '../model/results.js'
import type { RevisionProfile } from '../profile.js'

/** A complete result: with its type, cache hints where the method has them, and who answers. spec: basic/index#result-responses */
export function encodeResult(method: string, result: object, { profile, serverInfo }: EncodeContext): object {
  if (result instanceof InputRequired) return encodeInputRequired(result, { profile, serverInfo })
  if (result instanceof ExtendedResult) return encodeExtended(result, { profile, serverInfo })
  const encoded = encodeResultContent(method, result, profile) as CacheHints & { readonly _meta?: unknown }
  const { ttlMs, cacheScope, _meta, ...rest } = encoded
  const meta = metaOf(_meta, { profile, serverInfo })
  if (!cacheableMethods.has(method)) return { ...rest, resultType: 'complete', _meta: meta }
  return { ...rest, ...safeHints({ ttlMs, cacheScope }), resultType: 'complete', _meta: meta }
}

/** spec: basic/patterns/mrtr#inputrequiredresult */
function encodeInputRequired(
  { inputRequests, requestState }: InputRequired,
  { profile, serverInfo }: EncodeContext,
): object {
  return {
    inputRequests: Object.fromEntries(inputRequests),
    requestState,
    resultType: 'input_required',
    _meta: { [metaKeys.serverInfo]: encodeImplementation(serverInfo, profile) },
  }
}

/** spec: basic/index#resulttype */
function encodeExtended({ members, resultType }: ExtendedResult, context: EncodeContext): object {
  const { _meta, ...rest } = members as { readonly _meta?: unknown }
  return { ...rest, resultType, _meta: metaOf(_meta, context) }
}

/** What a result says of itself, and who answers. */
function metaOf(given: unknown, { profile, serverInfo }: EncodeContext): object {
  return {
    ...(isObject(given) ? given : undefined),
    [metaKeys.serverInfo]: encodeImplementation(serverInfo, profile),
  }
}

/** Whatever an author said: never a negative time, and shared only where that was said. */
function safeHints({ ttlMs, cacheScope }: CacheHints): CacheHints {
  const isTime = typeof ttlMs === 'number' && Number.isFinite(ttlMs) && ttlMs > 0
  return { ttlMs: isTime ? Math.floor(ttlMs) : 0, cacheScope: cacheScope === 'public' ? 'public' : 'private' }
}

/**
 * An error travels as it is, but for codes that must not be sent here: "not found" of earlier revisions becomes what took
 * its place, and what the specification keeps for itself an internal error.
 *
 * spec: basic/index#error-codes
 */
export function encodeError(error: RpcError, _profile: RevisionProfile): RpcErrorObject {
  const { code } = error
  if (code === -32002) return { ...error.toObject(), code: -32602 }
  const isReserved = code <= -32020 && code >= -32099 && !definedCodes.has(code)
  return isReserved ? { ...error.toObject(), code: -32603 } : error.toObject()
}

/** Of -32020 to -32099, those that have a meaning. */
const definedCodes: ReadonlySet<number> = new Set([-32020, -32021, -32022])

/** Every request says its revision, who asks, and what they can do. spec: basic/index#per-request-protocol-fields */
export function encodeRequest(params: RpcParams = {}, requester: Requester, profile: RevisionProfile): RpcParams {
  const { info, capabilities, logLevel } = requester
  const meta = {
    ...(isObject(params['_meta']) ? params['_meta'] : undefined),
    [metaKeys.protocolVersion]: profile.revision,
    [metaKeys.clientCapabilities]: capabilities,
    [metaKeys.clientInfo]: encodeImplementation(info, profile),
  }
  return { ...params, _meta: logLevel === undefined ? meta : { ...meta, [metaKeys.logLevel]: logLevel } }
}
