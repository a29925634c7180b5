import type { RpcNotification, RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { InFlightRequest } from '../../../jsonrpc/serving/in-flight-request.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import { decodeRequestMeta } from '../../../protocol/codec/codec-of.js'
import { unsupportedVersion } from '../../../protocol/errors/unsupported-version.js'
import type { Peer } from '../../../protocol/exchange/peer.js'
import { requestHeaders } from '../../../protocol/headers/request-headers.js'
import { metaKeys } from '../../../protocol/meta/meta-keys.js'
import { isRevision, type Revision } from '../../../protocol/revisions/revision.js'
import { isLegacy } from '../../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import { MessageExchange } from '../../exchange/message-exchange.js'
import { atExpiry } from '../auth/at-expiry.js'
import type { HttpContext } from '../requests/http-context.js'
import { statusOf } from '../requests/status-of.js'
import { createCoalescingEventWriter, createPlainResponse } from '../responses/plain-response.js'
import { PostResponse, type ResponseWriter } from '../responses/post-response.js'
import { checkMirrorHeaders, checkVersionHeader, headerMismatch } from './check-headers.js'

/**
 * Serves one modern message. Nothing is kept between requests: what is known of the client is in the message, and when the
 * connection closes, the request is cancelled.
 *
 * spec: basic/transports/streamable-http
 *
 * @throws RpcError for what is refused before it is served; see `toRefusal` for the status.
 */
export function serveModern(context: HttpContext, message: RpcRequest | RpcNotification): void {
  if (isRequestMessage(message)) serveRequest(context, message)
  else serveNotification(context, message)
}

function serveRequest(context: HttpContext, message: RpcRequest): void {
  const { request, settings } = context
  if (request.header(requestHeaders.version) === undefined && !hasMeta(message)) throw missingVersion()
  const { version, client } = decodeRequestMeta(message.params)
  checkVersionHeader(request, version)
  const revision = checkVersion(version, settings.revisions)
  checkMirrorHeaders(request, message, settings)
  if (message.method === 'subscriptions/listen') startSubscription(context, { message, revision, client })
  else startRequest(context, { message, revision, client })
}

/** A request that passed the checks. */
interface CheckedRequest {
  readonly message: RpcRequest
  readonly revision: Revision
  readonly client: Peer
}

function startRequest(context: HttpContext, checked: CheckedRequest): void {
  const { settings, concurrency, principal, form } = context
  const { limits } = settings
  const release = concurrency.startRequest(principal)
  const postResponse = new PostResponse(context, { form, writer: plainResponse })
  start(context, checked, { postResponse, release, deadlineMs: limits.handlerMs ?? limits.handlerHttpMs })
}

const plainResponse = createPlainResponse(statusOf)

const subscriptionResponse: ResponseWriter = {
  ...plainResponse,
  open: (context) => createCoalescingEventWriter(context.openEventStream(), context.settings.limits.outboxBytes),
}

/** spec: basic/patterns/subscriptions */
function startSubscription(context: HttpContext, checked: CheckedRequest): void {
  const { settings, concurrency, principal, openSubscriptions, inFlightRequests } = context
  context.assertAcceptsStream()
  const release = concurrency.openStream(principal)
  const postResponse = new PostResponse(context, { form: 'auto', writer: subscriptionResponse })
  const { id } = checked.message
  const end = () => {
    const result = { resultType: 'complete', _meta: { [metaKeys.subscriptionId]: id } }
    postResponse.respond({ jsonrpc: '2.0', id, result })
    inFlightRequests.cancel(postResponse, new OmniportError('closed', 'The server is closing'))
  }
  openSubscriptions.add(end)
  // Without a result: that would be the end of it, and so the client comes back.
  const expire = () =>
    inFlightRequests.cancel(postResponse, new OmniportError('closed', 'The credentials of the client have ended'))
  const stopTimer = atExpiry(principal, settings.runtime, expire)
  const forget = () => {
    stopTimer()
    openSubscriptions.delete(end)
    release()
  }
  start(context, checked, { postResponse, release: forget, deadlineMs: undefined })
}

/** How a request is answered, and what is to be done when it was. */
interface StartedRequest {
  readonly postResponse: PostResponse
  readonly release: () => void
  readonly deadlineMs: number | undefined
}

function start(
  context: HttpContext,
  { message, revision, client }: CheckedRequest,
  { postResponse, release, deadlineMs }: StartedRequest,
): void {
  const { request, settings, inFlightRequests } = context
  const send = (notification: RpcNotification) => postResponse.notify(notification)
  const exchange = (inFlight: InFlightRequest) => {
    inFlight.onEnd((end) => {
      release()
      if (end === 'cancelled') postResponse.skip()
    })
    return new MessageExchange({ revision, client, caller: context, inFlight, send })
  }
  const reply = (response: RpcResponse) => postResponse.respond(response)
  inFlightRequests.start(message, { serve: settings.direct, exchange, reply, deadlineMs, key: postResponse })
  if (postResponse.complete) return
  postResponse.startStreamTimer()
  request.onClose(() =>
    inFlightRequests.cancel(postResponse, new DOMException('The client closed the connection', 'AbortError')),
  )
}

/** Nothing is answered; the headers are held to what those of requests are. */
function serveNotification(context: HttpContext, message: RpcNotification): void {
  const { request, reply, settings } = context
  const version = request.header(requestHeaders.version)
  if (version === undefined) throw missingVersion()
  const bodyVersion = metaOf(message)?.[metaKeys.protocolVersion]
  if (typeof bodyVersion === 'string') checkVersionHeader(request, bodyVersion)
  const revision = checkVersion(version, settings.revisions)
  const exchange = new MessageExchange({ revision, client: { capabilities: {} }, caller: context, send: () => {} })
  settings.target.serve(message, exchange).catch((error: unknown) => {
    settings.logger.error(`${message.method} failed`, { error })
  })
  reply.send(202, context.replyHeaders())
}

function missingVersion(): RpcError {
  return headerMismatch('MCP-Protocol-Version is missing')
}

function metaOf({ params }: RpcRequest | RpcNotification): Readonly<Record<string, unknown>> | undefined {
  const meta = params?.['_meta']
  return isObject(meta) ? meta : undefined
}

/** Whether the body says its version, or tries to. */
function hasMeta(message: RpcRequest): boolean {
  const meta = metaOf(message)
  return meta !== undefined && (metaKeys.protocolVersion in meta || metaKeys.clientCapabilities in meta)
}

function checkVersion(version: string, served: readonly Revision[]): Revision {
  if (isRevision(version) && !isLegacy(version) && served.includes(version)) return version
  throw unsupportedVersion(version, served)
}
