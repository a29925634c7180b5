import type { MaybePromise } from '../../../async/maybe-promise.js'
import { randomId } from '../../../async/runtime/random-id.js'
import { encodeMessage } from '../../../jsonrpc/messages/encode-message.js'
import { isId } from '../../../jsonrpc/messages/is-id.js'
import { parseMessage } from '../../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import { hasPriority } from '../../../protocol/exchange/has-priority.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import type { JsonValue } from '../../../values/json/json-value.js'
import { jsonBytes } from '../../../values/memory/json-bytes.js'
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
import type { LegacySettings } from './legacy-settings.js'
import { type RelayedMessage, SseRelay } from './sse-relay.js'

interface SseConnection {
  readonly connection: ServedConnection
  readonly stream: EventStream
  /** The principal of the newest request. Its id never changes. */
  principal: Principal | undefined
  readonly expire: (reason: string) => void
  /** Ends what other nodes know of it. */
  readonly close: () => void
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
  /** Undefined: messages have to be posted to the node that has the stream. */
  readonly #relay: SseRelay | undefined

  constructor(settings: LegacySettings, paths: { readonly stream: string; readonly messages: string }) {
    const { sessionStore: sessions, eventLog } = settings
    const isShared = settings.target.environment?.stores?.eventLog !== undefined
    this.#settings = settings
    this.#target = targetOf(settings)
    this.#paths = paths
    this.#relay = sessions && isShared ? new SseRelay({ ...settings, sessions, eventLog }) : undefined
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
  #open(context: HttpContext): MaybePromise<void> {
    const { limits, runtime } = this.#settings
    context.assertAcceptsStream()
    if (this.#sseConnections.size >= limits.sessions) throw tooMany(503, 'sessions', limits)
    const id = randomId(runtime, 16)
    if (this.#relay === undefined) this.#begin(context, id, () => {})
    else return this.#openRelayed(this.#relay, context, id)
  }

  async #openRelayed(relay: SseRelay, context: HttpContext, id: string): Promise<void> {
    const close = await relay.open(id, {
      principalId: context.principal?.id,
      onMessage: (message) => this.#receiveRelayed(id, message),
      onLoss: () => this.#sseConnections.get(id)?.expire('Messages of the client may have been lost'),
    })
    try {
      this.#begin(context, id, close)
    } catch (error) {
      close()
      throw error
    }
  }

  #begin(context: HttpContext, id: string, close: () => void): void {
    let sseConnection: SseConnection | undefined
    const { principal, owner } = context
    const isIdle = () => sseConnection?.connection.isIdle ?? false
    const makeRoom = () => sseConnection?.expire('The stream made room for another one')
    const release = context.concurrency.openStream({ principal, owner, isIdle, end: makeRoom })
    const end = (reason: string) => {
      release()
      close()
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
    sseConnection = { connection, stream, principal, expire, close, stopTimer: () => {} }
    this.#sseConnections.set(id, sseConnection)
    this.#watchExpiry(sseConnection)
    context.request.onClose(onClose)
    stream.write({ event: 'endpoint', data: `${context.request.prefix}${this.#paths.messages}?sessionId=${id}` })
  }

  /**
   * Takes one message, or a batch.
   * @throws HttpError 404 if the stream is not open, 413, 415 or 400 for a body that is not a message, 429
   */
  async #post(context: HttpContext): Promise<void> {
    const id = new URLSearchParams(context.request.query).get('sessionId') ?? ''
    const relay = this.#relay
    if (relay !== undefined && !this.#sseConnections.has(id) && (await relay.find(id, context.principal))) {
      return readJson(context, (value) => {
        this.#check(context, value, undefined)
        return this.#pass(relay, context, { id, value })
      })
    }
    this.#find(context, id)
    return readJson(context, (value) => {
      const sseConnection = this.#find(context, id)
      this.#check(context, value, sseConnection)
      if (relay !== undefined) return this.#pass(relay, context, { id, value })
      this.#receive(sseConnection, context.principal, () => [value, context.release()])
      context.sendAccepted()
      return undefined
    })
  }

  /** Leaves a message for the node that has the stream, also for this one: so the order stays. */
  async #pass(relay: SseRelay, context: HttpContext, { id, value }: PassedMessage): Promise<void> {
    await relay.send(id, { value: value as JsonValue, principal: context.principal }) // it was parsed from JSON
    context.release()
    context.sendAccepted()
  }

  /** @throws HttpError 400 for what is no message, 403, 429 if the connection serves so much already */
  #check(context: HttpContext, value: unknown, sseConnection: SseConnection | undefined): void {
    const { limits } = this.#settings
    const isBusy = sseConnection?.connection.busy === true
    if (Array.isArray(value)) {
      checkBatchScopes(context, value)
      if (isBusy && !hasPriority(value)) throw tooMany(429, 'inFlight', limits)
      return
    }
    const message = parseMessage(value)
    checkScopes(context, [message])
    checkDraftHeaders(context.request, message, this.#settings)
    if (isRequestMessage(message) && isBusy) throw tooMany(429, 'inFlight', limits)
  }

  #receive(
    sseConnection: SseConnection,
    principal: Principal | undefined,
    take: () => readonly [value: unknown, bytes: number],
  ): void {
    sseConnection.principal = principal
    this.#watchExpiry(sseConnection)
    // The connection counts it from here on.
    sseConnection.connection.receive(...take())
  }

  /** Takes a message that came by way of the log. One for which there is no room is answered so. */
  #receiveRelayed(id: string, { value, principal }: RelayedMessage): void {
    const sseConnection = this.#sseConnections.get(id)
    if (sseConnection === undefined) return
    const { connection, stream } = sseConnection
    if (connection.busy && !hasPriority(value) && isObject(value) && isId(value['id'])) {
      const error = tooMany(429, 'inFlight', this.#settings.limits).error.toObject()
      const response = encodeMessage({ jsonrpc: '2.0', id: value['id'], error })
      stream.write({ event: 'message', data: toEventData(response) })
      return
    }
    this.#receive(sseConnection, principal, () => [value, jsonBytes(value)])
  }

  /** Lets requests that are being served finish, then ends every stream. */
  async close(): Promise<void> {
    const { drainMs } = this.#settings.limits
    const end = async (id: string, { connection, stream, stopTimer, close }: SseConnection) => {
      stopTimer()
      await connection.end(drainMs)
      stream.end()
      close()
      this.#sseConnections.delete(id)
    }
    await Promise.all(Array.from(this.#sseConnections, ([id, sseConnection]) => end(id, sseConnection)))
  }

  #find({ principal }: HttpContext, id: string): SseConnection {
    const sseConnection = this.#sseConnections.get(id)
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

interface PassedMessage {
  readonly id: string
  readonly value: unknown
}

/** A connection over two endpoints has the limits of HTTP. */
function targetOf({ target, limits, budgets, runtime, logger, revisions }: HttpSettings): ServeTarget {
  const environment = { ...target.environment, budgets, runtime, logger, revisions }
  return { serve: target.serve, environment: { ...environment, limits: { ...limits, pipeInFlight: limits.inFlight } } }
}
