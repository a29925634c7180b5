import type { MaybePromise } from '../../async/maybe-promise.js'
import type { RpcParams, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import type { Parking } from '../../parking/create-parking.js'
import type { Serve } from '../../protocol/exchange/exchange.js'
import { inputMethods } from '../../protocol/input/retry-params.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import type { ListReader } from '../lists/gateway-lists.js'
import type { NamedRoute } from './routes.js'

/** A request, and the parameters that its upstream knows. */
export interface Sending {
  readonly message: RpcRequest
  readonly params: RpcParams | undefined
  readonly reader: ListReader
}

/**
 * Sends a request to an upstream. A call of a modern client to a legacy upstream waits in the parking while its client is asked; all
 * others have no questions, or rounds that pass. Rejects with RpcError.
 */
export function sendToUpstream(route: NamedRoute, sending: Sending, parking: Parking): MaybePromise<RpcResponse> {
  const { message, reader } = sending
  if (isLegacy(reader.exchange.revision) || !inputMethods.has(message.method)) return send(route, sending)
  const { handshake } = route.upstream
  if (handshake !== undefined && !isLegacy(handshake.revision)) return send(route, sending)
  return handshake === undefined ? sendFirst(route, sending, parking) : sendParked(route, sending, parking)
}

function send({ upstream, name }: NamedRoute, { message, params, reader }: Sending): Promise<RpcResponse> {
  const { exchange, singles } = reader
  return upstream.connectionFor(exchange, singles).sender.send({ message, params, exchange, name })
}

/** Nothing is known of the upstream until it is connected. */
async function sendFirst(route: NamedRoute, sending: Sending, parking: Parking): Promise<RpcResponse> {
  const { exchange, singles } = sending.reader
  await route.upstream.connectionFor(exchange, singles).ready(exchange)
  return sendToUpstream(route, sending, parking)
}

/** A connection that only this call has lives as long as the call, which may outlast the request. */
function sendParked(route: NamedRoute, { message, params, reader }: Sending, parking: Parking): Promise<RpcResponse> {
  const singles = new Map(reader.singles)
  reader.singles.clear()
  const close = () => {
    for (const connection of singles.values()) void connection.close()
  }
  const inner: Serve = (inside, exchange) => {
    if (!isRequestMessage(inside)) return Promise.reject(RpcError.invalidRequest('A call is a request'))
    return send(route, { message: inside, params, reader: { exchange, singles } }).finally(close)
  }
  const parked = parking.parkCalls({ label: route.upstream.name })(inner)
  return Promise.resolve(parked(message, reader.exchange)).then((response) => {
    if (response === undefined) throw RpcError.internal()
    return response
  })
}
