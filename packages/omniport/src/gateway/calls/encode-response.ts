import type { RpcErrorObject, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { codecOf } from '../../protocol/codec/codec-of.js'
import { decodeResult } from '../../protocol/codec/decode-result.js'
import { CapabilityMissing } from '../../protocol/errors/capability-missing.js'
import { ResourceNotFound } from '../../protocol/errors/resource-not-found.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { isReservedMethod } from '../../protocol/methods/reserved-methods.js'
import { isLegacy, profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import { UpstreamResult } from '../raw-results/upstream-result.js'
import type { UpstreamCall } from './upstream-call.js'

/**
 * A response of an upstream in the revision of the client. Where both sides have one revision, the result passes as it is.
 * @throws OmniportError `invalid_result` for a result that the other revision cannot be made from.
 */
export function encodeResponse(response: RpcResponse, call: UpstreamCall): RpcResponse {
  const { message, exchange, open } = call
  const { id } = message
  const { result, error } = response
  if (open.revision === exchange.revision) {
    return error === undefined ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error }
  }
  if (error !== undefined) {
    const failure = toToolFailure(error, call)
    return failure === undefined
      ? { jsonrpc: '2.0', id, error: encodeError(error, call) }
      : { jsonrpc: '2.0', id, result: failure }
  }
  const encode = (given: unknown) => encodeResult(given, call)
  return { jsonrpc: '2.0', id, result: result instanceof UpstreamResult ? result.map(encode) : encode(result) }
}

function encodeResult(result: unknown, { message: { method }, exchange, open }: UpstreamCall): object {
  const { revision } = exchange
  const profile = profileOf(revision)
  const isLegacyPair = !profile.resultEnvelope && !open.profile.resultEnvelope
  if (isLegacyPair && isObject(result) && !isReservedMethod(method)) return result
  const decoded = decodeResult(method, result, { revision: open.revision })
  const encoded = codecOf(revision).encodeResult(method, decoded, { profile, serverInfo: open.info })
  return profile.resultEnvelope ? encoded : withoutServerInfo(encoded)
}

/** A result without the name of its server: legacy servers name themselves in `initialize` only. */
export function withoutServerInfo(result: { readonly _meta?: unknown }): object {
  const { _meta: meta, ...rest } = result
  if (!isObject(meta) || !Object.hasOwn(meta, metaKeys.serverInfo)) return result
  const { [metaKeys.serverInfo]: _, ...others } = meta
  return Object.keys(others).length === 0 ? rest : { ...result, _meta: others }
}

/**
 * What a modern tool cannot do for want of a capability is an error of its own. Legacy revisions have no such code, and the model
 * can do without.
 */
function toToolFailure(
  { code, message: text }: RpcErrorObject,
  { message, exchange }: UpstreamCall,
): object | undefined {
  const isMissing = code === capabilityMissing && message.method === 'tools/call' && isLegacy(exchange.revision)
  return isMissing ? { content: [{ type: 'text', text }], isError: true } : undefined
}

/** spec: basic/index#error-codes */
const capabilityMissing = -32021

/** An error keeps its text and data; its code becomes that of the client's revision. */
function encodeError(error: RpcErrorObject, { exchange: { revision }, message }: UpstreamCall): RpcErrorObject {
  const profile = profileOf(revision)
  const { code, message: text, data } = error
  const { code: encoded } = codecOf(revision).encodeError(toKnownError(error, message.method), profile)
  return encoded === code ? error : { code: encoded, message: text, ...(data !== undefined && { data }) }
}

function toKnownError({ code, message, data }: RpcErrorObject, method: string): RpcError {
  const uri = isObject(data) ? data['uri'] : undefined
  const isMissing = code === -32002 || (code === -32602 && readsResource.has(method))
  if (isMissing && typeof uri === 'string') return new ResourceNotFound(uri)
  if (code === capabilityMissing) return new CapabilityMissing({}, message)
  return new RpcError(code, message, data)
}

const readsResource: ReadonlySet<string> = new Set(['resources/read', 'resources/subscribe'])
