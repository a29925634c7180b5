import type { RpcNotification, RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import type { InFlightRequest, RequestEnd } from '../../../jsonrpc/serving/in-flight-request.js'
import type { InFlightRequests } from '../../../jsonrpc/serving/in-flight-requests.js'
import type { Slots } from '../../../jsonrpc/serving/slots.js'
import type { DirectServe } from '../../../protocol/exchange/exchange.js'
import { handlerDeadlineMs } from '../../../protocol/methods/handler-deadline.js'
import { MessageExchange, type MessageExchangeOptions } from '../../exchange/message-exchange.js'
import type { PostResponse } from '../responses/post-response.js'
import type { HttpContext } from './http-context.js'

/** A request that passed the checks of its era, and how that era wants it served. */
export interface StartedRequest
  extends Pick<MessageExchangeOptions, 'revision' | 'client' | 'session' | 'ask' | 'closeStream'> {
  readonly message: RpcRequest
  readonly postResponse: PostResponse
  /** The requests among which it runs. */
  readonly inFlightRequests: InFlightRequests
  /** Its name among them: a request whose name is in use is refused. Default: its id. */
  readonly key?: unknown
  /** Those of its batch, in which it waits for its turn. */
  readonly slots?: Slots | undefined
  /** Default: the `serve` of the server. */
  readonly serve?: DirectServe | undefined
  /** Called once, when the request has ended. */
  readonly onEnd?: ((end: RequestEnd) => void) | undefined
}

/** Serves one request. Its response, and what the handler sends before, go out through `postResponse`. */
export function startRequest(context: HttpContext, started: StartedRequest): void {
  const { message, postResponse, inFlightRequests, key, slots, serve = context.settings.direct, onEnd } = started
  const { revision, client, session, ask, closeStream } = started
  const send = (notification: RpcNotification) => postResponse.notify(notification)
  const exchange = (inFlight: InFlightRequest) =>
    new MessageExchange({ revision, client, caller: context, inFlight, session, send, ask, closeStream })
  inFlightRequests.start(message, {
    serve,
    exchange,
    reply: (response: RpcResponse) => postResponse.respond(response),
    onEnd: (end) => {
      onEnd?.(end)
      if (end === 'cancelled') postResponse.skip()
      if (postResponse.complete) context.release()
    },
    deadlineMs: handlerDeadlineMs(message.method, context.settings.limits),
    key,
    slots,
  })
  postResponse.startStreamTimer()
}

/** A notification that passed the checks of its era, and the client it came from. */
export interface ReceivedNotification extends Pick<MessageExchangeOptions, 'revision' | 'client' | 'session'> {
  readonly message: RpcNotification
}

/** Hands a notification to the server. It has no response, so failures are logged. */
export function serveNotification(context: HttpContext, { message, ...received }: ReceivedNotification): void {
  const { target, logger } = context.settings
  const exchange = new MessageExchange({ ...received, caller: context, send: () => {} })
  target.serve(message, exchange).catch((error: unknown) => logger.error(`${message.method} failed`, { error }))
}
