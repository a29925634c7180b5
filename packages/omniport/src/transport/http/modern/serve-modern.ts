import type { Call } from '../../../jsonrpc/call.js'
import type { RpcNotification, RpcRequest } from '../../../jsonrpc/messages.js'
import { RpcError } from '../../../jsonrpc/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serve.js'
import { decodeRequestMeta } from '../../../protocol/modern/request-meta.js'
import { isLegacy } from '../../../protocol/profile.js'
import { isRevision, type Revision } from '../../../protocol/revision.js'
import { unsupportedVersion } from '../../../protocol/unsupported-version.js'
import { Answer } from '../answer.js'
import { createDirectOutlet } from '../direct-outlet.js'
import { HttpExchange } from '../http-exchange.js'
import { createNoticeOutlet } from '../notice-outlet.js'
import type { Post } from '../post.js'
import { statusOf } from '../status-of.js'
import { checkMirrorHeaders, checkVersionHeader } from './check-headers.js'

/**
 * Serves one modern message. Nothing is kept between requests: what is known of the client is in the message, and when the
 * connection closes, the request is cancelled.
 *
 * spec: basic/transports/streamable-http
 *
 * @throws RpcError for what is refused before it is served; see `toRefusal` for the status.
 */
export function serveModern(post: Post, message: RpcRequest | RpcNotification): void {
  if (!isRequestMessage(message)) return serveNotification(post, message)
  const { request, settings, traffic, principal } = post
  const meta = decodeRequestMeta(message.params)
  checkVersionHeader(request, meta.version)
  const revision = checkVersion(meta.version, settings.revisions)
  checkMirrorHeaders(request, message, settings.limits.headerValueBytes)
  const isListen = message.method === 'subscriptions/listen'
  const release = isListen ? traffic.openStream(principal) : traffic.startCall(principal)
  const answer = createAnswer(post, isListen)
  const exchangeOf = (call: Call) => {
    call.onEnd((end) => {
      release()
      if (end === 'cancelled') answer.skip()
    })
    request.onClose(() => call.cancel(new DOMException('The client closed the connection', 'AbortError')))
    return new HttpExchange({ request, revision, client: meta.client, principal, call, answer })
  }
  post.calls.start(message, {
    serve: settings.target.serve,
    exchange: exchangeOf,
    reply: (response) => answer.respond(response),
    deadlineMs: isListen ? undefined : (settings.limits.handlerMs ?? settings.limits.handlerHttpMs),
    key: answer,
  })
}

function serveNotification(post: Post, message: RpcNotification): void {
  const { request, reply, settings, principal, headers } = post
  const version = request.header('mcp-protocol-version') ?? '2026-07-28'
  const revision = checkVersion(version, settings.revisions)
  const exchange = new HttpExchange({ request, revision, client: { capabilities: {} }, principal })
  settings.target.serve(message, exchange).catch((error: unknown) => {
    settings.logger.error(`${message.method} failed`, { error })
  })
  reply.send(202, headers())
}

function checkVersion(version: string, served: readonly Revision[]): Revision {
  if (isRevision(version) && !isLegacy(version) && served.includes(version)) return version
  throw unsupportedVersion(version, served)
}

function createAnswer(post: Post, isListen: boolean): Answer {
  const { reply, settings, forms, headers } = post
  const { limits, runtime } = settings
  if (isListen && !forms.sse)
    throw RpcError.invalidRequest('Accept must list text/event-stream for subscriptions/listen')
  const openOutlet = () => {
    const stream = post.openEventStream()
    return isListen ? createNoticeOutlet(stream, limits.outboxBytes) : createDirectOutlet(stream)
  }
  const form = isListen ? ('auto' as const) : post.form
  return new Answer({ reply, headers, form, jsonMs: limits.jsonMs, runtime, openOutlet, statusOf })
}
