import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { Ask } from '../protocol/exchange/exchange.js'
import type { Peer } from '../protocol/exchange/peer.js'
import { decodeInputRequest } from '../protocol/input/decode-input-request.js'
import { encodeInputRequest } from '../protocol/input/encode-input-request.js'
import { hasCapabilities } from '../protocol/input/has-capabilities.js'
import { requiredCapabilities } from '../protocol/input/required-capabilities.js'
import type { InputMethod, InputRequest } from '../protocol/model/input-request.js'
import type { RevisionProfile } from '../protocol/revisions/revision-profile.js'
import { isObject } from '../values/json/is-object.js'
import { without } from '../values/json/without.js'

/**
 * Converts a question as a server asks it, in the shape of any revision, to an input request of `profile`. Members that only a
 * request of its own can have are dropped: its progress token, and the wish to become a task.
 *
 * @throws RpcError -32602 naming the parameter that is wrong, -32601 for a method that clients do not serve, or the refusal
 * of `findUndeclared`.
 */
export function toInputRequest(message: Parameters<Ask>[0], client: Peer, profile: RevisionProfile): InputRequest {
  decodeInputRequest(message, profile)
  const method = message.method as InputMethod // decoding checked the method
  const { task: _task, _meta, ...params } = message.params ?? {}
  const meta = isObject(_meta) ? without(_meta, 'progressToken') : {}
  const given = { method, params: Object.keys(meta).length === 0 ? params : { ...params, _meta: meta } }
  const request = encodeInputRequest(withDeclaredContext(given, client), profile)
  const refusal = findUndeclared(request, client)
  if (refusal !== undefined) throw refusal
  return request
}

/**
 * Returns the error with which a client refuses a question for which it did not declare a capability: -32601, or -32602 where
 * it declared another mode of it. Undefined: it declared what the question takes.
 *
 * spec: basic/patterns/mrtr#server-requirements
 */
export function findUndeclared(request: InputRequest, { capabilities }: Peer): RpcError | undefined {
  const required = requiredCapabilities(request)
  if (hasCapabilities(capabilities, required)) return undefined
  const [[name, features] = ['', {}]] = Object.entries(required)
  if (!hasCapabilities(capabilities, { [name]: {} })) return RpcError.methodNotFound(request.method)
  const missing = Object.keys(Object(features)).map((feature) => `${name}.${feature}`)
  return RpcError.invalidParams(`The client did not declare ${missing.join(', ')}`)
}

/** Which context a model gets is the choice of the client, and one without the capability includes none. */
function withDeclaredContext(request: InputRequest, { capabilities }: Peer): InputRequest {
  const { params = {} } = request
  if (request.method !== 'sampling/createMessage' || hasCapabilities(capabilities, { sampling: { context: {} } })) {
    return request
  }
  return { ...request, params: without(params, 'includeContext') }
}
