import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import { codecOf } from '../../protocol/codec/codec-of.js'
import { ResourceNotFound } from '../../protocol/errors/resource-not-found.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import { truncate } from '../../values/text/truncate.js'
import type { PolicyKind, PolicyTarget } from './policy-target.js'

/** Answers a request with an error in the shape of its revision; a notification is dropped. */
export function refuse(
  message: RpcRequest | RpcNotification,
  error: RpcError,
  { revision }: Pick<Exchange, 'revision'>,
): RpcResponse | undefined {
  if (!isRequestMessage(message)) return undefined
  return { jsonrpc: '2.0', id: message.id, error: codecOf(revision).encodeError(error, profileOf(revision)) }
}

/**
 * The answer to a request for what does not exist, which is also that for what is hidden. It suggests no other name: only
 * the server knows names, and it does not know which of them are hidden.
 *
 * spec: server/tools#error-handling
 */
export function refuseUnknown(
  message: RpcRequest | RpcNotification,
  target: PolicyTarget,
  exchange: Pick<Exchange, 'revision'>,
): RpcResponse | undefined {
  if (message.method === 'resources/unsubscribe' && isRequestMessage(message)) {
    return { jsonrpc: '2.0', id: message.id, result: {} } // nobody is subscribed to it
  }
  return refuse(message, unknownError(message.method, target), exchange)
}

/**
 * True if a server answered that it has no such thing. Its own text may suggest names that are hidden, or that are others for
 * clients, so that it cannot be passed on.
 */
export function isUnknown(response: RpcResponse | undefined, { kind, name }: PolicyTarget): boolean {
  if (response?.error === undefined) return false
  const { code, message, data } = response.error
  if (code === -32002) return kind === 'resource'
  if (code !== -32602) return false
  const isOfUri = kind === 'resource' && isObject(data) && data['uri'] === name
  return isOfUri || unknownTexts[kind].test(message.slice(0, maxMatched))
}

/** The words of this library and of common others. */
const unknownTexts: Readonly<Record<PolicyKind, RegExp>> = {
  tool: /unknown tool|tool .*(?:not found|does not exist)/i,
  prompt: /unknown prompt|prompt .*(?:not found|does not exist)/i,
  resource: /unknown resource|resource .*(?:not found|does not exist)|no skill is served|is not a directory/i,
}

const maxMatched = 1_024

function unknownError(method: string, { kind, name }: PolicyTarget): RpcError {
  if (kind !== 'resource') return RpcError.invalidParams(`Unknown ${kind}: ${truncate(name)}`)
  if (method === 'completion/complete') return RpcError.invalidParams(`Unknown resource template: ${truncate(name)}`)
  if (method === 'skills/get') return RpcError.invalidParams(`No skill is served at ${truncate(name)}`)
  if (method === 'resources/directory/read') {
    return RpcError.invalidParams(`${truncate(name)} is not a directory resource`)
  }
  return new ResourceNotFound(name)
}
