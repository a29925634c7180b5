import { randomId } from '../../../async/runtime/random-id.js'
import { encodeMessage } from '../../../jsonrpc/messages/encode-message.js'
import { parseMessage } from '../../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { ServedConnection } from '../../connection/served-connection.js'
import type { ServeTarget } from '../../environment.js'
import { atExpiry } from '../auth/at-expiry.js'
import { checkBatchScopes, checkScopes } from '../auth/check-scopes.js'
import { tooMany } from '../guards/concurrency-limits.js'
import type { HttpSettings } from '../http-settings.js'
import type { HttpContext } from '../requests/http-context.js'
import { HttpError } from '../requests/http-error.js'
import { readJson } from '../requests/read-json.js'
import type { EventStream } from '../responses/event-stream.js'
import { toEventData } from '../responses/event-writer.js'
import { checkDraftHeaders } from './check-legacy-headers.js'

interface SseConnection {
  readonly connection: ServedConnection
  readonly stream: EventStream
  /** As its newest request was authenticated: always with the same id. */
  principal: Principal | undefined
  /** Its credentials have ended. */
  readonly expire: () => void
  stopTimer: () => void
}

/**
 * The transport of 2024-11-05: one stream to the client, opened by GET, and an address to post to, which the first event
 * names. It is a pipe; closing the stream ends it and aborts what runs, and so does the end of the newest credentials in it.
 *
 * spec: 2024-11-05 basic/transports#http-with-sse
 */
export class SseEndpoints {
  readonly #settings: HttpSettings
  readonly #target: ServeTarget
  readonly #messagesPath: string
  readonly #sseConnections = new Map<string, SseConnection>()

  constructor(settings: HttpSettings, messagesPath: string) {
    this.#settings = settings
    this.#target = targetOf(settings)
    this.#messagesPath = messagesPath
  }

  /** Opens the stream. @throws HttpError 406, 429 or 503 */
  open(get: HttpContext): void {
    const { limits, runtime } = this.#settings
    get.assertAcceptsStream()
    if (this.#sseConnections.size >= limits.sessions) throw tooMany(503, 'sessions', limits.sessions)
    const release = get.concurrency.openStream(get.principal)
    const id = randomId(runtime, 16)
    const end = (reason: string) => {
      release()
      this.#end(id, new OmniportError('closed', reason))
    }
    const onClose = () => end('The client closed the stream')
    const stream = get.openEventStream(onClose)
    const expire = () => {
      stream.end()
      end('The credentials of the client have ended')
    }
    let sseConnection: SseConnection | undefined
    const connection = new ServedConnection(
      this.#target,
      { send: (message) => stream.write({ event: 'message', data: toEventData(encodeMessage(message)) }) },
      {
        get principal() {
          return sseConnection === undefined ? get.principal : sseConnection.principal
        },
        headers: () => get.request.headers,
      },
    )
    sseConnection = { connection, stream, principal: get.principal, expire, stopTimer: () => {} }
    this.#sseConnections.set(id, sseConnection)
    this.#watchExpiry(sseConnection)
    get.request.onClose(onClose)
    stream.write({ event: 'endpoint', data: `${this.#messagesPath}?sessionId=${id}` })
  }

  /**
   * Takes one message, or a batch.
   *
   * @throws HttpError 404 for a stream that is not open, 413, 415 or 400 for a body that is none, 429
   */
  post(post: HttpContext): Promise<void> {
    this.#find(post)
    return readJson(post.request, this.#settings.limits, (value) => this.#receive(post, value))
  }

  #receive(post: HttpContext, value: unknown): void {
    const { limits } = this.#settings
    const sseConnection = this.#find(post)
    const { connection } = sseConnection
    if (Array.isArray(value)) checkBatchScopes(post, value)
    if (!Array.isArray(value)) {
      const message = parseMessage(value)
      checkScopes(post, [message])
      checkDraftHeaders(post.request, message, this.#settings)
      const isRequest = 'method' in message && isRequestMessage(message)
      if (isRequest && connection.busy) throw tooMany(429, 'inFlight', limits.inFlight)
    }
    sseConnection.principal = post.principal
    this.#watchExpiry(sseConnection)
    connection.receive(value)
    post.reply.send(202, post.replyHeaders())
  }

  /** Lets what is being served finish, then ends every stream. */
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

  /** Its credentials are those of its newest request. */
  #watchExpiry(sseConnection: SseConnection): void {
    sseConnection.stopTimer()
    sseConnection.stopTimer = atExpiry(sseConnection.principal, this.#settings.runtime, sseConnection.expire)
  }

  #end(id: string, reason: Error): void {
    const sseConnection = this.#sseConnections.get(id)
    sseConnection?.stopTimer()
    this.#sseConnections.delete(id)
    sseConnection?.connection.abort(reason)
  }
}

/** The limits of a pipe are those of HTTP here. */
function targetOf({ target, limits, runtime, logger, revisions }: HttpSettings): ServeTarget {
  const { handlerMs = limits.handlerHttpMs, inFlight: pipeInFlight } = limits
  const environment = { ...target.environment, runtime, logger, revisions }
  return { serve: target.serve, environment: { ...environment, limits: { ...limits, handlerMs, pipeInFlight } } }
}
