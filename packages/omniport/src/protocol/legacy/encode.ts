import { isObject } from '../../jsonrpc/is-object.js'
import type { RpcErrorObject, RpcParams, RpcRequest } from '../../jsonrpc/messages.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import type { RpcError } from '../../jsonrpc/rpc-error.js'
import { CapabilityMissing } from '../capability-missing.js'
import type { EncodeContext, Requester } from '../codec.js'
import { without } from '../encode-content.js'
import { encodeResultContent } from '../encode-result-content.js'
import { ExtendedResult } from '../extended-result.js'
import type { RevisionProfile } from '../profile.js'
import { createRequestDecoder } from '../request-decoder.js'
import { ResourceNotFound } from '../resource-not-found.js'
import { assertResult } from '../result-checks.js'
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
  if (error instanceof CapabilityMissing) return { ...error.toObject(), code: -32603 }
  return error.toObject()
}

/** Who asks was said in `initialize`. */
export function encodeRequester(_requester: Requester, _profile: RevisionProfile): undefined {
  return undefined
}

/** Parameters travel as they are. */
export function encodeRequest(params: RpcParams | undefined): RpcParams | undefined {
  return params
}

/** Checks a request against the methods of a legacy revision. */
export function decodeRequest(request: RpcRequest, { tasks }: RevisionProfile): RpcParams {
  return (tasks === 'core' ? decodeWithTasks : decodePlain)(request)
}

const decodePlain = createRequestDecoder(methods)
const decodeWithTasks = createRequestDecoder(new Map([...methods, ...taskMethods]))

/** Checks a result from a legacy server. */
export function decodeResult(method: string, result: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(result)) throw new OmniportError('invalid_result', `${method}: the result must be an object`)
  assertResult(method, result)
  return result
}
