import { isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import type { RpcParams, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import { callEnded } from '../../parking/call-ended.js'
import type { Parking } from '../../parking/create-parking.js'
import { isParkedHandle } from '../../parking/parked-handle.js'
import type { Serve } from '../../protocol/exchange/exchange.js'
import { inputMethods } from '../../protocol/methods/input-methods.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { truncate } from '../../values/text/truncate.js'
import type { ForwardedRequest } from '../calls/call-sender.js'
import { checkCallHeaders } from '../calls/check-call-headers.js'
import { signInName } from '../credentials/sign-in-tool.js'
import type { ListReader } from '../lists/gateway-lists.js'
import type { NamedRoute } from '../lists/shown-names.js'
import { toToolResponse } from '../policy/encode-tool-result.js'
import { closeSingles } from '../upstreams/close-singles.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'

/** A request, and the parameters that its upstream knows. */
export interface Sending {
  readonly message: RpcRequest
  readonly params: RpcParams | undefined
  readonly reader: ListReader
}

/**
 * Sends a request to an upstream. A call of a modern client to a legacy upstream waits in the parking while its client is asked; all
 * others have no questions, or rounds that pass. A retry reaches the upstream with the state that it gave. Rejects with RpcError.
 */
export function sendToUpstream(route: NamedRoute, sending: Sending, parking: Parking): MaybePromise<RpcResponse> {
  const { message, params, reader } = sending
  if (isLegacy(reader.exchange.revision) || !inputMethods.has(message.method)) return send(route, sending)
  const state = params?.['requestState']
  const isBound = state !== undefined && !isParkedHandle(state)
  return isBound ? sendRetry(route, sending, parking) : sendCall(route, sending, parking)
}

/** The message keeps the sealed state, since that of an upstream may look like a handle of this parking. */
async function sendRetry(route: NamedRoute, sending: Sending, parking: Parking): Promise<RpcResponse> {
  const { message, params, reader } = sending
  const { name: upstream, services } = route.upstream
  const owner = { upstream, method: message.method, params, exchange: reader.exchange }
  const requestState = await services.states.open(params?.['requestState'], owner)
  return sendCall(route, { message, params: { ...params, requestState }, reader }, parking)
}

function sendCall(route: NamedRoute, sending: Sending, parking: Parking): MaybePromise<RpcResponse> {
  const { handshake, settings } = route.upstream
  if (settings.credentials !== undefined) return sendParked(route, sending, parking)
  if (handshake === undefined) return sendFirst(route, sending, parking)
  if (isLegacy(handshake.revision)) return sendParked(route, sending, parking)
  if (isParkedHandle(sending.message.params?.['requestState'])) throw callEnded()
  return send(route, sending)
}

function send(route: NamedRoute, { message, params, reader }: Sending): Promise<RpcResponse> {
  const { exchange, singles } = reader
  const connection = route.upstream.connectionFor(exchange, singles)
  const request = { message, params, exchange, name: route.name }
  const { services, settings } = route.upstream
  if (settings.credentials !== undefined && connection.open === undefined) return sendSignedIn(connection, request)
  const isPinned = message.method === 'tools/call' && services.pins !== undefined
  return isPinned ? sendPinned(connection, request) : sendChecked(connection, request)
}

/** Sends a request whose headers say what its arguments say. */
function sendChecked(connection: UpstreamConnection, request: NamedRequest): Promise<RpcResponse> {
  const checked = checkCallHeaders(connection, request)
  return isPromise(checked) ? checked.then(() => connection.sender.send(request)) : connection.sender.send(request)
}

type NamedRequest = ForwardedRequest & { readonly name: string }

/** Opens the connection of a person first, who may have to sign in for that. */
async function sendSignedIn(connection: UpstreamConnection, request: NamedRequest): Promise<RpcResponse> {
  const { message, exchange, name } = request
  const { owner, sender } = connection
  await connection.caller.during(exchange, connection.ready(exchange))
  for (const type of ['tools', 'prompts', 'resources'] as const) connection.onChange({ type })
  if (message.method !== 'tools/call') return sender.send(request)
  const { pins, info, runtime } = owner.services
  const list = name === signInName ? await connection.lists.get('tools', exchange, runtime.now()) : undefined
  if (list === undefined || list.has(signInName))
    return pins === undefined ? sendChecked(connection, request) : sendPinned(connection, request)
  return toToolResponse(message, exchange.revision, { text: `Signed in to ${owner.name}.`, serverInfo: info })
}

/** Sends a call of a tool unless that is blocked. */
async function sendPinned(connection: UpstreamConnection, request: NamedRequest): Promise<RpcResponse> {
  const { lists, owner } = connection
  const { exchange, name } = request
  const nowMs = owner.services.runtime.now()
  if (lists.isStale('tools', nowMs)) await lists.get('tools', exchange, nowMs)
  if (!lists.isBlocked(name)) return sendChecked(connection, request)
  throw RpcError.invalidParams(
    `${truncate(name)} of ${owner.name} is blocked: its definition has changed, and nobody has approved it yet`,
  )
}

/** Nothing is known of the upstream until it is connected. */
async function sendFirst(route: NamedRoute, sending: Sending, parking: Parking): Promise<RpcResponse> {
  const { exchange, singles } = sending.reader
  await route.upstream.connectionFor(exchange, singles).ready(exchange)
  return sendCall(route, sending, parking)
}

/**
 * A connection that only this call has lives as long as the call, which may outlast the request. A retry begins no call: what it has
 * ends with the request.
 */
function sendParked(route: NamedRoute, { message, params, reader }: Sending, parking: Parking): Promise<RpcResponse> {
  const { name, handshake } = route.upstream
  const inner: Serve = async (inside, exchange) => {
    if (!isRequestMessage(inside)) throw RpcError.invalidRequest('A call is a request')
    const singles = new Map(reader.singles)
    reader.singles.clear()
    try {
      return await send(route, { message: inside, params, reader: { exchange, singles } })
    } finally {
      closeSingles(singles)
    }
  }
  // A modern upstream has rounds of its own.
  const isModern = handshake !== undefined && !isLegacy(handshake.revision)
  const parked = parking.parkCalls({ label: name, otherRetries: isModern ? 'pass' : 'refuse' })(inner)
  return Promise.resolve(parked(message, reader.exchange)).then((response) => {
    if (response === undefined) throw RpcError.internal()
    return response
  })
}
