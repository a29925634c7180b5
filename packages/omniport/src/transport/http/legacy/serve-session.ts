import { isPromise, type MaybePromise } from '../../../async/maybe-promise.js'
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import { Slots } from '../../../jsonrpc/serving/slots.js'
import type { Ask, DirectServe } from '../../../protocol/exchange/exchange.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import { parseBatch } from '../../connection/parse-batch.js'
import { tooMany } from '../guards/concurrency-limits.js'
import type { HttpContext } from '../requests/http-context.js'
import { HttpError } from '../requests/http-error.js'
import { serveNotification, startRequest } from '../requests/start-request.js'
import { PostResponse, type PostResponseOptions } from '../responses/post-response.js'
import { checkDraftHeaders, statusInSession } from './check-legacy-headers.js'
import type { ReplyTarget } from './requests/outgoing-requests.js'
import type { HttpSession } from './sessions/http-session.js'
import type { SessionTable } from './sessions/session-table.js'
import { ResumableResponse } from './streams/resumable-response.js'

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
 * Serves one message of a session: a request, a notification, or the response to a request of the server.
 * spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 * @throws HttpError 429
 */
export function serveInSession(context: HttpContext, tableSession: TableSession, message: RpcMessage): void {
  const { session } = tableSession
  if (isRequestMessage(message)) {
    freeSlots(context, session)
    const beginsLate = isRecorded(tableSession, message)
    start(context, tableSession, { message, postResponse: createPostResponse(context, session, { beginsLate }) })
  } else {
    accept(context, tableSession, [message])
  }
}

/**
 * Serves a batch. Its responses come together, or one by one on a stream if anything is sent before them. The requests that
 * the session has no room for wait for others of the batch to end.
 * spec: 2025-03-26 basic/transports#sending-messages-to-the-server
 * @throws HttpError 400 if it is no batch, the revision has none, or headers differ from a message of it, 429
 */
export function serveBatch(context: HttpContext, tableSession: TableSession, values: readonly unknown[]): void {
  const { session } = tableSession
  if (!profileOf(session.revision).batch) {
    throw new HttpError(400, RpcError.invalidRequest(`${session.revision} has no batches`))
  }
  const { messages, broken } = parseBatch(values, { limit: context.settings.limits.batch })
  for (const message of messages) checkDraftHeaders(context.request, message, context.settings)
  const requests = messages.filter(isRequestMessage).length
  const invalid = broken.filter(({ id, shape }) => id !== null && shape !== 'response')
  const responses = requests + invalid.length
  const [first] = broken
  if (responses === 0 && first !== undefined) throw first
  const slots = requests === 0 ? undefined : new Slots(freeSlots(context, session))
  if (responses === 0) {
    accept(context, tableSession, messages.filter(isWithoutResponse))
    return
  }
  const postResponse = createPostResponse(context, session, { batch: responses })
  for (const error of invalid) postResponse.respond({ jsonrpc: '2.0', id: error.id, error: error.toObject() })
  for (const message of messages) {
    if (isRequestMessage(message)) start(context, tableSession, { message, postResponse, slots })
    else void receive(context, tableSession, message)
  }
  if (postResponse.complete) context.release() // it may have no request that ends
}

/** The requests that a session may have beside those that it has. @throws HttpError 429 if there are none. */
function freeSlots({ settings: { limits } }: HttpContext, { inFlightRequests }: HttpSession): number {
  const free = limits.inFlight - inFlightRequests.size
  if (free < 1) throw tooMany(429, 'inFlight', limits)
  return free
}

function createPostResponse(
  context: HttpContext,
  session: HttpSession,
  options: Pick<PostResponseOptions, 'batch' | 'beginsLate'>,
): PostResponse {
  return new PostResponse(context, { writer: new ResumableResponse(session), statusOf: statusInSession, ...options })
}

function isRecorded({ table }: TableSession, { method }: RpcRequest): boolean {
  return table.isShared && recordedMethods.has(method)
}

interface SessionRequest {
  readonly message: RpcRequest
  readonly postResponse: PostResponse
  readonly slots?: Slots | undefined
}

function start(
  context: HttpContext,
  tableSession: TableSession,
  { message, postResponse, slots }: SessionRequest,
): void {
  const { session, table } = tableSession
  const { revision, client, inFlightRequests } = session
  const ask: Ask = async (outgoing, options = {}) => {
    context.assertAcceptsRequests()
    const target: ReplyTarget = { session: session.id, send: (sent) => postResponse.send(sent) }
    return session.outgoingRequests.request(outgoing, options, target)
  }
  startRequest(context, {
    message,
    revision,
    client,
    session,
    postResponse,
    inFlightRequests,
    slots,
    ask,
    closeStream: session.sendsPrimingEvents ? (retryMs) => postResponse.suspend(retryMs) : undefined,
    serve: isRecorded(tableSession, message) ? serveRecorded(context, tableSession) : undefined,
    onEnd: () => table.touch(session),
  })
}

/** The response comes when all nodes know what changed. */
function serveRecorded({ settings }: HttpContext, { session, table }: TableSession): DirectServe {
  return async (message, exchange) => {
    const response = await settings.direct(message, exchange)
    if (response?.result !== undefined) await table.save(session)
    return response
  }
}

/** Takes messages that have no responses. The reply comes when all nodes know what they change. */
function accept(
  context: HttpContext,
  tableSession: TableSession,
  messages: readonly (RpcNotification | RpcResponse)[],
): void {
  const received = messages.map((message) => receive(context, tableSession, message)).filter(isPromise)
  if (received.length === 0) context.sendAccepted()
  else void Promise.all(received).then(() => context.sendAccepted())
}

function isWithoutResponse(message: RpcMessage): message is RpcNotification | RpcResponse {
  return !isRequestMessage(message)
}

/** Takes a message that has no response: a notification, or the response to a request of the server. Never rejects. */
function receive(
  context: HttpContext,
  { session, table }: TableSession,
  message: RpcNotification | RpcResponse,
): MaybePromise<void> {
  if (!('method' in message)) {
    session.receiveFromClient(message)
    return
  }
  const { revision, client } = session
  session.isIntroduced = true
  if (message.method === 'notifications/initialized') {
    session.open()
    serveNotification(context, { message, revision, client, session })
    return table.isShared ? table.trySave(session) : undefined
  }
  const isKnown = session.receiveFromClient(message)
  serveNotification(context, { message, revision, client, session })
  return isKnown ? undefined : session.publish({ type: 'received', notification: message })
}
