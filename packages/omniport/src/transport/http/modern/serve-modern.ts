import type { RpcNotification, RpcRequest } from '../../../jsonrpc/messages/messages.js'
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
import { atExpiry } from '../../at-expiry.js'
import type { HttpContext } from '../requests/http-context.js'
import { serveNotification, startRequest } from '../requests/start-request.js'
import { statusOf } from '../requests/status-of.js'
import { createCoalescingEventWriter, plainResponse } from '../responses/plain-response.js'
import { PostResponse, type ResponseWriter } from '../responses/post-response.js'
import { checkMirrorHeaders, checkVersionHeader, missingVersionHeader } from './check-headers.js'

/**
 * Serves one modern message. The server keeps nothing between requests: the message itself describes the client, and a
 * request is cancelled when its connection closes. spec: basic/transports/streamable-http
 * @throws RpcError if the message is refused before it is served; see `toRefusal` for the status.
 */
export function serveModern(context: HttpContext, message: RpcRequest | RpcNotification): void {
  if (!isRequestMessage(message)) {
    receiveNotification(context, message)
    return
  }
  const { request, inFlightRequests } = context
  const { revision, client } = checkRequest(context, message)
  const { postResponse, onEnd } =
    message.method === 'subscriptions/listen' ? openSubscription(context, message) : openResponse(context)
  // Different clients may use the same id, so a request is known by its response.
  const key = postResponse
  startRequest(context, { message, revision, client, postResponse, inFlightRequests, key, onEnd })
  if (postResponse.complete) return
  request.onClose(() =>
    inFlightRequests.cancel(postResponse, new DOMException('The client closed the connection', 'AbortError')),
  )
}

interface RequestOrigin {
  readonly revision: Revision
  readonly client: Peer
}

function checkRequest({ request, settings }: HttpContext, message: RpcRequest): RequestOrigin {
  if (request.header(requestHeaders.version) === undefined && !hasMeta(message)) throw missingVersionHeader()
  const { version, client } = decodeRequestMeta(message.params)
  checkVersionHeader(request, version)
  const revision = checkVersion(version, settings.revisions)
  checkMirrorHeaders(request, message, settings)
  return { revision, client }
}

interface OpenedResponse {
  readonly postResponse: PostResponse
  readonly onEnd: () => void
}

function openResponse(context: HttpContext): OpenedResponse {
  const onEnd = context.concurrency.startRequest(context.principal)
  return { postResponse: new PostResponse(context, { statusOf }), onEnd }
}

const subscriptionResponse: ResponseWriter = {
  ...plainResponse,
  open: (context) => createCoalescingEventWriter(context.openEventStream(), context.settings.limits.outboxBytes),
}

/** spec: basic/patterns/subscriptions */
function openSubscription(context: HttpContext, { id }: RpcRequest): OpenedResponse {
  const { settings, concurrency, principal, owner, openSubscriptions, inFlightRequests } = context
  context.assertAcceptsStream()
  // A result would end the subscription for good. Without one the client subscribes again.
  const cancel = (reason: string) => inFlightRequests.cancel(postResponse, new OmniportError('closed', reason))
  const makeRoom = () => cancel('The subscription made room for another stream')
  const release = concurrency.openStream({ principal, owner, end: makeRoom })
  const postResponse = new PostResponse(context, { form: 'auto', writer: subscriptionResponse, statusOf })
  const end = () => {
    const result = { resultType: 'complete', _meta: { [metaKeys.subscriptionId]: id } }
    postResponse.respond({ jsonrpc: '2.0', id, result })
    cancel('The server is closing')
  }
  openSubscriptions.add(end)
  const stopTimer = atExpiry(principal, settings.runtime, () => cancel('The credentials of the client have ended'))
  const onEnd = () => {
    stopTimer()
    openSubscriptions.delete(end)
    release()
  }
  return { postResponse, onEnd }
}

/** Serves a notification. Its headers are checked like those of a request. */
function receiveNotification(context: HttpContext, message: RpcNotification): void {
  const { request, settings } = context
  const version = request.header(requestHeaders.version)
  if (version === undefined) throw missingVersionHeader()
  const bodyVersion = metaOf(message)?.[metaKeys.protocolVersion]
  if (typeof bodyVersion === 'string') checkVersionHeader(request, bodyVersion)
  const revision = checkVersion(version, settings.revisions)
  serveNotification(context, { message, revision, client: { capabilities: {} } })
  context.sendAccepted()
}

function metaOf({ params }: RpcRequest | RpcNotification): Readonly<Record<string, unknown>> | undefined {
  const meta = params?.['_meta']
  return isObject(meta) ? meta : undefined
}

/** Tells a body that names its version, or tries to, from one that does not. */
function hasMeta(message: RpcRequest): boolean {
  const meta = metaOf(message)
  return meta !== undefined && (metaKeys.protocolVersion in meta || metaKeys.clientCapabilities in meta)
}

function checkVersion(version: string, served: readonly Revision[]): Revision {
  if (isRevision(version) && !isLegacy(version) && served.includes(version)) return version
  throw unsupportedVersion(version, served)
}
