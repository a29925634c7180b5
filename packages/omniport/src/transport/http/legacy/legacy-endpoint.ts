import { andThen, type MaybePromise } from '../../../async/maybe-promise.js'
import type { RpcMessage, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { HttpSettings } from '../http-settings.js'
import type { HttpContext } from '../requests/http-context.js'
import { HttpError, notAllowed } from '../requests/http-error.js'
import { checkDraftHeaders, checkLegacyVersion } from './check-legacy-headers.js'
import { createLegacySettings } from './legacy-settings.js'
import { initializeSealed, serveInitialize } from './serve-initialize.js'
import { serveSealed } from './serve-sealed.js'
import { serveBatch, serveInSession } from './serve-session.js'
import { serveWithoutSession } from './serve-without-session.js'
import type { HttpSession } from './sessions/http-session.js'
import { SealedSessions } from './sessions/sealed-session.js'
import { SessionTable } from './sessions/session-table.js'
import { SseEndpoints } from './sse-endpoints.js'
import { serveGetStream } from './streams/serve-get-stream.js'

/**
 * Serves the legacy revisions over HTTP: the endpoint with stored or sealed sessions, and the two endpoints of HTTP+SSE. The
 * rest of this transport reaches the folder through this class. spec: 2025-11-25 basic/transports#streamable-http
 */
export class LegacyEndpoint {
  readonly #settings: HttpSettings
  readonly #table: SessionTable
  readonly #sealed: SealedSessions | undefined
  readonly #sse: SseEndpoints | undefined

  constructor(httpSettings: HttpSettings) {
    const settings = createLegacySettings(httpSettings)
    this.#settings = settings
    this.#table = new SessionTable(settings)
    this.#sealed = settings.sessions ? undefined : new SealedSessions(settings)
    this.#sse = settings.sseEndpoints && new SseEndpoints(settings, settings.sseEndpoints)
  }

  /** Serves a message or a batch that was posted to the endpoint. @throws HttpError or RpcError if it is refused. */
  post(context: HttpContext, message: RpcMessage | readonly unknown[]): MaybePromise<void> {
    checkLegacyVersion(context.request, this.#settings.revisions)
    if (isBatch(message)) return this.#batch(context, message)
    checkDraftHeaders(context.request, message, this.#settings)
    const sealed = this.#sealed
    const table = this.#table
    if (isInitialize(message)) {
      return sealed === undefined ? this.#initialize(context, message) : initializeSealed(context, sealed, message)
    }
    if (sealed === undefined) {
      return andThen(this.#find(context), (session) => serveInSession(context, { session, table }, message))
    }
    const id = context.request.header('mcp-session-id')
    if (id === undefined) return serveWithoutSession(context, message)
    const { outgoingRequests } = sealed
    return sealed
      .open(id, context.principal)
      .then((session) => serveSealed(context, { session: orNotFound(session), outgoingRequests }, message))
  }

  /** Serves any other request: to open or end something at the endpoint, or to one of the endpoints of HTTP+SSE. */
  serve(context: HttpContext): MaybePromise<void> {
    const { path, method } = context.request
    if (path !== this.#settings.path) return this.#sse?.serve(context)
    if (method === 'GET') return this.#get(context)
    if (method === 'DELETE') return this.#delete(context)
    throw notAllowed(this.#sealed === undefined ? 'POST, GET, DELETE' : 'POST')
  }

  /** Lets requests that are being served finish while the server sends none of its own, then ends every session. */
  async close(): Promise<void> {
    this.#sealed?.outgoingRequests.close(new OmniportError('closed', 'The server is closing'))
    await Promise.all([this.#table.close(), this.#sse?.close()])
  }

  expire(error: RpcError): void {
    this.#table.expire(error)
  }

  /** A client that names its session starts over; an id that leads to no session of it is ignored. */
  #initialize(context: HttpContext, message: RpcRequest): MaybePromise<void> {
    const table = this.#table
    const id = context.request.header('mcp-session-id')
    if (id === undefined) return serveInitialize(context, { table }, message)
    return andThen(table.find(id, context), (replaced) => {
      serveInitialize(context, { table, replaced }, message)
    })
  }

  /** Opens or resumes a stream. @throws HttpError 405 if the server keeps no sessions. */
  async #get(context: HttpContext): Promise<void> {
    this.#assertKeepsSession(context)
    checkLegacyVersion(context.request, this.#settings.revisions)
    const session = await this.#find(context)
    await serveGetStream(context, { session, table: this.#table })
    this.#table.touch(session)
  }

  /** Ends a session. @throws HttpError 405 if the server keeps no sessions. */
  async #delete(context: HttpContext): Promise<void> {
    this.#assertKeepsSession(context)
    await this.#table.delete(await this.#find(context))
    context.reply.send(204, context.replyHeaders())
  }

  #assertKeepsSession({ request }: HttpContext): void {
    if (this.#sealed !== undefined || request.header('mcp-session-id') === undefined) throw notAllowed('POST')
  }

  #batch(context: HttpContext, values: readonly unknown[]): MaybePromise<void> {
    if (this.#sealed !== undefined) {
      throw RpcError.invalidRequest('Batches need sessions, and this server keeps none')
    }
    const table = this.#table
    return andThen(this.#find(context), (session) => serveBatch(context, { session, table }, values))
  }

  #find(context: HttpContext): MaybePromise<HttpSession> {
    return andThen(this.#table.find(sessionId(context), context), orNotFound)
  }
}

function isBatch(message: RpcMessage | readonly unknown[]): message is readonly unknown[] {
  return Array.isArray(message)
}

function isInitialize(message: RpcMessage): message is RpcRequest {
  return isRequestMessage(message) && message.method === 'initialize'
}

/** @throws HttpError 400 */
function sessionId({ request }: HttpContext): string {
  const id = request.header('mcp-session-id')
  if (id !== undefined) return id
  throw new HttpError(400, RpcError.invalidRequest('The header Mcp-Session-Id is missing: send initialize first'))
}

/** Refuses sessions that have ended, never existed or belong to another principal, all in the same words. @throws HttpError 404 */
function orNotFound<S>(session: S | undefined): S {
  if (session !== undefined) return session
  throw new HttpError(404, RpcError.invalidRequest('There is no such session'))
}
