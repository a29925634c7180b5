import type { MaybePromise } from '../../../async/maybe-promise.js'
import { randomId } from '../../../async/runtime/random-id.js'
import { encodeMessage } from '../../../jsonrpc/messages/encode-message.js'
import { parseMessage } from '../../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import { hasPriority } from '../../../protocol/exchange/has-priority.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { atExpiry } from '../../at-expiry.js'
import { ServedConnection } from '../../connection/served-connection.js'
import type { ServeTarget } from '../../environment.js'
import { checkBatchScopes, checkScopes } from '../auth/check-scopes.js'
import { tooMany } from '../guards/concurrency-limits.js'
import type { HttpSettings } from '../http-settings.js'
import type { HttpContext } from '../requests/http-context.js'
import { HttpError, notAllowed } from '../requests/http-error.js'
import { readJson } from '../requests/read-json.js'
import type { EventStream } from '../responses/event-stream.js'
import { toEventData } from '../responses/event-writer.js'
import { checkDraftHeaders } from './check-legacy-headers.js'

interface SseConnection {
  readonly connection: ServedConnection
  readonly stream: EventStream
  /** The principal of the newest request. Its id never changes. */
  principal: Principal | undefined
  readonly expire: (reason: string) => void
  stopTimer: () => void
}

/**
 * HTTP+SSE, the transport of the first revision: GET opens a stream to the client, whose first event names the path to post
 * to, with the prefix of the app. Closing the stream ends the connection and aborts its requests, and so does the end of the newest credentials in it.
 * spec: 2024-11-05 basic/transports#http-with-sse
 */
export class SseEndpoints {
  readonly #settings: HttpSettings
  readonly #target: ServeTarget
  readonly #paths: { readonly stream: string; readonly messages: string }
  readonly #sseConnections = new Map<string, SseConnection>()

  constructor(settings: HttpSettings, paths: { readonly stream: string; readonly messages: string }) {
    this.#settings = settings
    this.#target = targetOf(settings)
    this.#paths = paths
  }

  /** Serves a request to one of the two paths. @throws HttpError 405 */
  serve(context: HttpContext): MaybePromise<void> {
    const { path, method } = context.request
    const isStream = path === this.#paths.stream
    const allowed = isStream ? 'GET' : 'POST'
    if (method !== allowed) throw notAllowed(allowed)
    return isStream ? this.#open(context) : this.#post(context)
  }

  /** Opens the stream. @throws HttpError 406, 429 or 503 */
  #open(context: HttpContext): void {
    const { limits, runtime } = this.#settings
    context.assertAcceptsStream()
    if (this.#sseConnections.size >= limits.sessions) throw tooMany(503, 'sessions', limits)
    let sseConnection: SseConnection | undefined
    const { principal, owner } = context
    const isIdle = () => sseConnection?.connection.isIdle ?? false
    const makeRoom = () => sseConnection?.expire('The stream made room for another one')
    const release = context.concurrency.openStream({ principal, owner, isIdle, end: makeRoom })
    const id = randomId(runtime, 16)
    const end = (reason: string) => {
      release()
      this.#end(id, new OmniportError('closed', reason))
    }
    const onClose = () => end('The client closed the stream')
    const stream = context.openEventStream(onClose)
    const expire = (reason: string) => {
      stream.end()
      end(reason)
    }
    const connection = new ServedConnection(
      this.#target,
      { send: (message) => stream.write({ event: 'message', data: toEventData(encodeMessage(message)) }) },
      {
        get principal() {
          return sseConnection === undefined ? context.principal : sseConnection.principal
        },
        sender: context.sender,
        headers: () => context.request.headers,
      },
    )
    sseConnection = { connection, stream, principal, expire, stopTimer: () => {} }
    this.#sseConnections.set(id, sseConnection)
    this.#watchExpiry(sseConnection)
    context.request.onClose(onClose)
    stream.write({ event: 'endpoint', data: `${context.request.prefix}${this.#paths.messages}?sessionId=${id}` })
  }

  /**
   * Takes one message, or a batch.
   * @throws HttpError 404 if the stream is not open, 413, 415 or 400 for a body that is not a message, 429
   */
  #post(context: HttpContext): Promise<void> {
    this.#find(context)
    return readJson(context, (value) => this.#receive(context, value))
  }

  #receive(context: HttpContext, value: unknown): void {
    const { limits } = this.#settings
    const sseConnection = this.#find(context)
    const { connection } = sseConnection
    if (Array.isArray(value)) {
      checkBatchScopes(context, value)
      if (connection.busy && !hasPriority(value)) throw tooMany(429, 'inFlight', limits)
    } else {
      const message = parseMessage(value)
      checkScopes(context, [message])
      checkDraftHeaders(context.request, message, this.#settings)
      if (isRequestMessage(message) && connection.busy) throw tooMany(429, 'inFlight', limits)
    }
    sseConnection.principal = context.principal
    this.#watchExpiry(sseConnection)
    // The connection counts it from here on.
    connection.receive(value, context.release())
    context.sendAccepted()
  }

  /** Lets requests that are being served finish, then ends every stream. */
  async close(): Promise<void> {
    const { drainMs } = this.#settings.limits
    const end = async (id: string, { connection, stream, stopTimer }: SseConnection) => {
      stopTimer()
      await connection.end(drainMs)
      stream.end()
      this.#sseConnections.delete(id)
    }
    await Promise.all(Array.from(this.#sseConnections, ([id, sseConnection]) => end(id, sseConnection)))
  }

  #find({ request, principal }: HttpContext): SseConnection {
    const sseConnection = this.#sseConnections.get(new URLSearchParams(request.query).get('sessionId') ?? '')
    if (sseConnection !== undefined && sseConnection.principal?.id === principal?.id) return sseConnection
    throw new HttpError(404, RpcError.invalidRequest('No stream of this sessionId is open'))
  }

  #watchExpiry(sseConnection: SseConnection): void {
    sseConnection.stopTimer()
    const expire = () => sseConnection.expire('The credentials of the client have ended')
    sseConnection.stopTimer = atExpiry(sseConnection.principal, this.#settings.runtime, expire)
  }

  #end(id: string, reason: Error): void {
    const sseConnection = this.#sseConnections.get(id)
    sseConnection?.stopTimer()
    this.#sseConnections.delete(id)
    sseConnection?.connection.abort(reason)
  }
}

/** A connection over two endpoints has the limits of HTTP. */
function targetOf({ target, limits, budgets, runtime, logger, revisions }: HttpSettings): ServeTarget {
  const environment = { ...target.environment, budgets, runtime, logger, revisions }
  return { serve: target.serve, environment: { ...environment, limits: { ...limits, pipeInFlight: limits.inFlight } } }
}
