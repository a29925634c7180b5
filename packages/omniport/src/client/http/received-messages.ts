import type { RpcId } from '../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { formatAddress, type HttpEndpoint } from './http-endpoint.js'
import type { ReadRaw } from './outbound-http-request.js'
import { parseReceivedJson } from './parse-received-json.js'
import type { ReceivedEvent } from './read-events.js'

/** The JSON value in an event; undefined without data, or of another type than `message`. @throws RpcError -32700. */
export function parseEvent({ type, data }: ReceivedEvent, { limits }: HttpEndpoint, readRaw?: ReadRaw): unknown {
  if (data.length === 0 || type !== 'message') return undefined
  return readRaw?.(data) ?? parseReceivedJson(data, limits)
}

/** A received value without the secrets that were sent. An error without an id gets the id of the request it replies to. */
export function toOwnMessage(received: unknown, { secrets }: HttpEndpoint, id: RpcId | undefined): unknown {
  const value = secrets.cleanMessage(received)
  if (id === undefined || !isObject(value) || value['error'] === undefined) return value
  return value['id'] === undefined || value['id'] === null ? { ...value, id } : value
}

/** The error of a request whose HTTP reply holds `what` instead of a response. */
export function noResponseError({ url }: HttpEndpoint, what: string): OmniportError {
  return new OmniportError('invalid_result', `${formatAddress(url)} gave no answer but ${what}`)
}
