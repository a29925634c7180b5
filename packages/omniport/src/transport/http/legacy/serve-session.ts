import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { InFlightRequest } from '../../../jsonrpc/serving/in-flight-request.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import { controlOf } from '../../../protocol/exchange/control.js'
import type { Ask } from '../../../protocol/exchange/exchange.js'
import { methodsWithoutDeadline } from '../../../protocol/methods/methods-without-deadline.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import { parseBatch } from '../../connection/parse-batch.js'
import { MessageExchange } from '../../exchange/message-exchange.js'
import { tooMany } from '../guards/concurrency-limits.js'
import type { HttpContext } from '../requests/http-context.js'
import { HttpError } from '../requests/http-error.js'
import { PostResponse } from '../responses/post-response.js'
import type { HttpSession } from './sessions/http-session.js'
import type { SessionTable } from './sessions/session-table.js'
import { ResumableResponse } from './streams/resumable-response.js'

/** A session and the table it is in. */
export interface TableSession {
  readonly session: HttpSession
  readonly table: SessionTable
}

/** Methods that change what other nodes must know of a session. */
const recordedMethods: ReadonlySet<string> = new Set([
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
])

/**
 * Serves one message of a session: a request, a notification, or the answer to a question.
 *
 * spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 *
 * @throws HttpError 429
 */
export function serveInSession(context: HttpContext, { session, table }: TableSession, message: RpcMessage): void {
  if (isRequest(message)) {
    assertCapacity(context, session, 1)
    const postResponse = createPostResponse(context, session)
    startRequest(context, session, { message, postResponse, table })
    postResponse.startStreamTimer()
  } else {
    receive(context, session, message)
    context.reply.send(202, context.replyHeaders())
  }
}

/**
 * Serves a batch: its responses come together, or one by one on a stream if anything is sent before them.
 *
 * spec: 2025-03-26 basic/transports#sending-messages-to-the-server
 *
 * @throws HttpError 400 for what is no batch, or none of this revision, 429
 */
export function serveBatch(context: HttpContext, { session, table }: TableSession, values: readonly unknown[]): void {
  if (!profileOf(session.revision).batch) {
    throw new HttpError(400, RpcError.invalidRequest(`${session.revision} has no batches`))
  }
  const { messages, broken } = parseBatch(values, context.settings.limits.batch)
  const requests = messages.filter(isRequest).length
  const invalid = broken.filter(({ id, shape }) => id !== null && shape !== 'response')
  const [first] = broken
  if (requests + invalid.length === 0 && first !== undefined) throw first
  assertCapacity(context, session, requests)
  if (requests + invalid.length === 0) {
    for (const message of messages) receive(context, session, message)
    context.reply.send(202, context.replyHeaders())
    return
  }
  const postResponse = createPostResponse(context, session, requests + invalid.length)
  for (const error of invalid) postResponse.respond({ jsonrpc: '2.0', id: error.id, error: error.toObject() })
  for (const message of messages) {
    if (isRequest(message)) startRequest(context, session, { message, postResponse, table })
    else receive(context, session, message)
  }
  postResponse.startStreamTimer()
}

function isRequest(message: RpcMessage): message is RpcRequest {
  return 'method' in message && isRequestMessage(message)
}

function assertCapacity({ settings }: HttpContext, session: HttpSession, more: number): void {
  const { inFlight } = settings.limits
  if (session.inFlightRequests.size + more > inFlight) throw tooMany(429, 'inFlight', inFlight)
}

function createPostResponse(context: HttpContext, session: HttpSession, batch?: number): PostResponse {
  return new PostResponse(context, { form: context.form, writer: new ResumableResponse(session), batch })
}

/** What one request of a session needs. */
interface StartedRequest {
  readonly message: RpcRequest
  readonly postResponse: PostResponse
  readonly table: SessionTable
}

function startRequest(
  context: HttpContext,
  session: HttpSession,
  { message, postResponse, table }: StartedRequest,
): void {
  const { settings } = context
  const { revision, client } = session
  const send = (notification: RpcNotification) => postResponse.notify(notification)
  const exchange = (inFlight: InFlightRequest) => {
    inFlight.onEnd((end) => {
      table.touch(session)
      if (end === 'cancelled') postResponse.skip()
      else if (recordedMethods.has(message.method)) table.save(session)
    })
    const ask: Ask = async (outgoing, options = {}) => {
      context.assertAcceptsRequests()
      return session.outgoingRequests.request(outgoing, options, {
        session: session.id,
        send: (sent) => postResponse.send(sent),
      })
    }
    const closeStream = session.sendsPrimingEvents ? (retryMs?: number) => postResponse.suspend(retryMs) : undefined
    return new MessageExchange({ revision, client, caller: context, inFlight, session, send, ask, closeStream })
  }
  const reply = (response: RpcResponse) => postResponse.respond(response)
  const { handlerMs, handlerHttpMs } = settings.limits
  const deadlineMs = methodsWithoutDeadline.has(message.method) ? undefined : (handlerMs ?? handlerHttpMs)
  session.inFlightRequests.start(message, { serve: settings.direct, exchange, reply, deadlineMs })
}

/** Takes what is not answered: an answer to a question, or a notification. */
function receive(context: HttpContext, session: HttpSession, message: RpcMessage): void {
  if (!('method' in message)) {
    session.outgoingRequests.settle(session.id, message)
    return
  }
  const notification: RpcNotification = message
  if (notification.method === 'notifications/initialized') session.open()
  const control = controlOf(notification)
  if (control?.type === 'cancel') {
    session.inFlightRequests.cancel(
      control.id,
      new DOMException(control.reason ?? 'Cancelled by the client', 'AbortError'),
    )
  }
  session.outgoingRequests.onNotification(session.id, notification)
  const { revision, client } = session
  const exchange = new MessageExchange({ revision, client, caller: context, session, send: () => {} })
  const { settings } = context
  settings.target.serve(notification, exchange).catch((error: unknown) => {
    settings.logger.error(`${notification.method} failed`, { error })
  })
}
