import type { RpcId, RpcMessage, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import type { Ask } from '../../../protocol/exchange/exchange.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { HttpContext } from '../requests/http-context.js'
import type { HttpRequest } from '../requests/http-request.js'
import { startRequest } from '../requests/start-request.js'
import { PostResponse } from '../responses/post-response.js'
import { statusInSession } from './check-legacy-headers.js'
import type { OutgoingRequests, ReplyTarget } from './requests/outgoing-requests.js'
import type { SealedSession } from './sessions/sealed-session.js'

/** A session that no node keeps, and the requests that this process sent to the clients of such sessions. */
export interface OpenedSession {
  readonly session: SealedSession
  readonly outgoingRequests: OutgoingRequests
}

/**
 * Serves one message of a session that no node keeps. Responses, progress and cancellations take effect if they reach the
 * process that serves the request they name; responses also if nodes share an inbox and secrets. Other notifications are
 * accepted and ignored.
 */
export function serveSealed(context: HttpContext, opened: OpenedSession, message: RpcMessage): void {
  if (isRequestMessage(message)) {
    startSealed(context, opened, message)
    return
  }
  const { session, outgoingRequests } = opened
  outgoingRequests.receive(session.key, message, (id, reason) =>
    context.inFlightRequests.cancel(requestKey(session, id), reason),
  )
  context.sendAccepted()
}

function startSealed(context: HttpContext, opened: OpenedSession, message: RpcRequest): void {
  const { revision, client } = opened.session
  const onEnd = context.concurrency.startRequest(context.principal)
  const postResponse = new PostResponse(context, { statusOf: statusInSession })
  const ask = askOnStream(context, opened, postResponse)
  const { inFlightRequests } = context
  const key = requestKey(opened.session, message.id)
  startRequest(context, { message, revision, client, postResponse, inFlightRequests, key, ask, onEnd })
}

function requestKey({ key }: SealedSession, id: RpcId): string {
  return `${key} ${JSON.stringify(id)}`
}

/** Asks on the stream that is the response to a request. It cannot be resumed, so its end also ends what was asked on it. */
function askOnStream(
  context: HttpContext,
  { session, outgoingRequests }: OpenedSession,
  postResponse: PostResponse,
): Ask {
  let closeSignal: AbortSignal | undefined
  return async (message, options = {}) => {
    context.assertAcceptsRequests()
    closeSignal ??= signalOfClose(context.request)
    const signal = options.signal === undefined ? closeSignal : AbortSignal.any([closeSignal, options.signal])
    const target: ReplyTarget = { session: session.key, send: (sent) => postResponse.send(sent) }
    return outgoingRequests.request(message, { ...options, signal }, target)
  }
}

function signalOfClose(request: HttpRequest): AbortSignal {
  const controller = new AbortController()
  request.onClose(() => controller.abort(new OmniportError('closed', 'The client closed the connection')))
  return controller.signal
}
