import { isObject } from '../../jsonrpc/is-object.js'
import type { RpcParams, RpcRequest } from '../../jsonrpc/messages.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import type { RevisionProfile } from '../profile.js'
import { createRequestDecoder } from '../request-decoder.js'
import { assertResult } from '../result-checks.js'
import { methods, taskMethods } from './methods.js'

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
