import type { RpcErrorObject, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { without } from '../../values/json/without.js'
import type { EncodeContext } from '../codec/codec.js'
import { encodeResultContent } from '../content/encode-result-content.js'
import { CapabilityMissing } from '../errors/capability-missing.js'
import { ResourceNotFound } from '../errors/resource-not-found.js'
import { createRequestDecoder } from '../methods/create-request-decoder.js'
import type { DecodedRequest } from '../methods/method-params.js'
import { ExtendedResult } from '../results/extended-result.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'
import { methods, taskMethods } from './methods.js'

/** A result of a legacy revision: without cache hints and result type. */
export function encodeResult(method: string, result: object, { profile }: EncodeContext): object {
  if (result instanceof ExtendedResult) return result.members
  const encoded = encodeResultContent(method, result, profile) as NewerMembers
  const isNewer = 'ttlMs' in encoded || 'cacheScope' in encoded || 'resultType' in encoded
  return isNewer ? without(encoded, 'ttlMs', 'cacheScope', 'resultType') : encoded
}

interface NewerMembers {
  readonly ttlMs?: unknown
  readonly cacheScope?: unknown
  readonly resultType?: unknown
}

/** An error in the numbers of a legacy revision. spec: server/resources#error-handling */
export function encodeError(error: RpcError, profile: RevisionProfile): RpcErrorObject {
  if (error instanceof ResourceNotFound) return { ...error.toObject(), code: profile.resourceNotFound }
  if (CapabilityMissing.is(error)) return { ...error.toObject(), code: -32603 }
  return error.toObject()
}

/** Checks a request against the methods of a legacy revision. */
export function decodeRequest(request: RpcRequest, { tasks }: RevisionProfile): DecodedRequest {
  return (tasks === 'core' ? decodeWithTasks : decodePlain)(request)
}

const decodePlain = createRequestDecoder(methods)
const decodeWithTasks = createRequestDecoder({ ...methods, ...taskMethods })
