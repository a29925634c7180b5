import { isObject } from '../../jsonrpc/is-object.js'
import type { RpcErrorObject, RpcParams } from '../../jsonrpc/messages.js'
import type { RpcError } from '../../jsonrpc/rpc-error.js'
import { cacheableMethods } from '../cacheable.js'
import type { EncodeContext, Requester } from '../codec.js'
import { encodeImplementation } from '../encode-definition.js'
import { encodeResultContent } from '../encode-result-content.js'
import { metaKeys } from '../meta-keys.js'
import type { CacheHints } from '../model/results.js'
import type { RevisionProfile } from '../profile.js'

/** A complete result: with its type, cache hints where the method has them, and who answers. spec: basic/index#result-responses */
export function encodeResult(method: string, result: object, { profile, serverInfo }: EncodeContext): object {
  const encoded = encodeResultContent(method, result, profile) as CacheHints & { readonly _meta?: unknown }
  const { ttlMs, cacheScope, _meta, ...rest } = encoded
  const meta = {
    ...(isObject(_meta) ? _meta : undefined),
    [metaKeys.serverInfo]: encodeImplementation(serverInfo, profile),
  }
  if (!cacheableMethods.has(method)) return { ...rest, resultType: 'complete', _meta: meta }
  return { ...rest, ttlMs: ttlMs ?? 0, cacheScope: cacheScope ?? 'private', resultType: 'complete', _meta: meta }
}

/** An error travels as it is. */
export function encodeError(error: RpcError, _profile: RevisionProfile): RpcErrorObject {
  return error.toObject()
}

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
