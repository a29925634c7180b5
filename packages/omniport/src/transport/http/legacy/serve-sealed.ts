import type { RpcId, RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import type { InFlightRequest } from '../../../jsonrpc/serving/in-flight-request.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import { controlOf } from '../../../protocol/exchange/control.js'
import type { Ask } from '../../../protocol/exchange/exchange.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { MessageExchange } from '../../exchange/message-exchange.js'
import type { HttpContext } from '../requests/http-context.js'
import type { HttpRequest } from '../requests/http-request.js'
import { createPlainResponse } from '../responses/plain-response.js'
import { PostResponse } from '../responses/post-response.js'
import type { OutgoingRequests } from './requests/outgoing-requests.js'
import type { SealedSession } from './sessions/sealed-session.js'

/** A session that nobody keeps, and what this process asked in all of those. */
export interface OpenedSession {
  readonly session: SealedSession
  readonly outgoingRequests: OutgoingRequests
}

/**
 * Serves one message of a session that nobody keeps. Answers, progress and cancellations have an effect where they reach the
 * process that serves what they are about; answers also where nodes share an inbox and secrets. Anything else that is not a
 * request has none.
 */
export function serveSealed(context: HttpContext, opened: OpenedSession, message: RpcMessage): void {
  if ('method' in message && isRequestMessage(message)) {
    startSealed(context, opened, message)
    return
  }
  const { session, outgoingRequests } = opened
  if (!('method' in message)) {
    outgoingRequests.settle(session.key, message)
  } else {
    cancel(context, session, message)
    outgoingRequests.onNotification(session.key, message)
  }
  context.reply.send(202, context.replyHeaders())
}

function cancel({ inFlightRequests }: HttpContext, session: SealedSession, notification: RpcNotification): void {
  const control = controlOf(notification)
  if (control?.type !== 'cancel') return
  const reason = new DOMException(control.reason ?? 'Cancelled by the client', 'AbortError')
  inFlightRequests.cancel(requestKey(session, control.id), reason)
}

function startSealed(context: HttpContext, { session, outgoingRequests }: OpenedSession, message: RpcRequest): void {
  const { settings, principal } = context
  const { limits, direct } = settings
  const { revision, client } = session
  const onEnd = context.concurrency.startRequest(principal)
  const postResponse = new PostResponse(context, { form: context.form, writer: channel })
  const ask = askOnStream(context, { session, outgoingRequests, postResponse })
  const send = (notification: RpcNotification) => postResponse.notify(notification)
  const exchange = (inFlight: InFlightRequest) => {
    inFlight.onEnd((end) => {
      if (end === 'cancelled') postResponse.skip()
    })
    return new MessageExchange({ revision, client, caller: context, inFlight, send, ask })
  }
  const reply = (response: RpcResponse) => postResponse.respond(response)
  const deadlineMs = limits.handlerMs ?? limits.handlerHttpMs
  const key = requestKey(session, message.id)
  context.inFlightRequests.start(message, { serve: direct, exchange, reply, onEnd, deadlineMs, key })
  postResponse.startStreamTimer()
}

const channel = createPlainResponse(() => 200)

/** What a request is known by among those of all sessions. */
function requestKey({ key }: SealedSession, id: RpcId): string {
  return `${key} ${JSON.stringify(id)}`
}

/**
 * Asks on the stream that is the answer to a request. Nobody can come back to it: when the connection is gone, so are the
 * questions.
 */
function askOnStream(
  context: HttpContext,
  { session, outgoingRequests, postResponse }: OpenedSession & { readonly postResponse: PostResponse },
): Ask {
  let closeSignal: AbortSignal | undefined
  return async (message, options = {}) => {
    context.assertAcceptsRequests()
    closeSignal ??= signalOfClose(context.request)
    const signal = options.signal === undefined ? closeSignal : AbortSignal.any([closeSignal, options.signal])
    const channel = { session: session.key, send: (sent: RpcRequest | RpcNotification) => postResponse.send(sent) }
    return outgoingRequests.request(message, { ...options, signal }, channel)
  }
}

function signalOfClose(request: HttpRequest): AbortSignal {
  const controller = new AbortController()
  request.onClose(() => controller.abort(new OmniportError('closed', 'The client closed the connection')))
  return controller.signal
}
