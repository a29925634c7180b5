import { andThen, type MaybePromise } from '../../../async/maybe-promise.js'
import type { RpcMessage, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { HttpSettings } from '../http-settings.js'
import type { HttpContext } from '../requests/http-context.js'
import { HttpError } from '../requests/http-error.js'
import { checkDraftHeaders, checkLegacyVersion } from './check-legacy-headers.js'
import { initializeSealed, serveInitialize } from './serve-initialize.js'
import { type OpenedSession, serveSealed } from './serve-sealed.js'
import { serveBatch, serveInSession } from './serve-session.js'
import type { HttpSession } from './sessions/http-session.js'
import { SealedSessions } from './sessions/sealed-session.js'
import { SessionTable } from './sessions/session-table.js'
import { serveGetStream } from './streams/serve-get-stream.js'

/**
 * The endpoint as revisions 2025-03-26 … 2025-11-25 use it: with sessions, or with ids that stand for them.
 *
 * spec: 2025-11-25 basic/transports#streamable-http
 */
export class LegacyEndpoint {
  readonly #settings: HttpSettings
  readonly #table: SessionTable
  readonly #sealed: SealedSessions | undefined

  constructor(settings: HttpSettings) {
    this.#settings = settings
    this.#table = new SessionTable(settings)
    this.#sealed = settings.sessions ? undefined : new SealedSessions(settings)
  }

  /** Sessions alive on this node. */
  get sessions(): number {
    return this.#table.size
  }

  /** Serves what was posted: one message, or a batch. @throws HttpError or RpcError for what is refused. */
  post(post: HttpContext, message: RpcMessage | readonly unknown[]): MaybePromise<void> {
    checkLegacyVersion(post.request, this.#settings.revisions)
    if (isBatch(message)) return this.#batch(post, message)
    checkDraftHeaders(post.request, message, this.#settings)
    if (isInitialize(message)) return this.#initialize(post, message)
    if (this.#sealed !== undefined) {
      return this.#open(this.#sealed, post).then((opened) => serveSealed(post, opened, message))
    }
    const table = this.#table
    return andThen(this.#find(post), (session) => serveInSession(post, { session, table }, message))
  }

  /** Opens or resumes a stream. @throws HttpError 405 where nothing is kept that could be streamed */
  async get(get: HttpContext): Promise<void> {
    if (this.#sealed !== undefined || get.request.header('mcp-session-id') === undefined) throw notAllowed()
    checkLegacyVersion(get.request, this.#settings.revisions)
    const session = await this.#find(get)
    await serveGetStream(get, session)
    this.#table.touch(session)
  }

  /** Ends a session. @throws HttpError 405 where nothing is kept that could end */
  async delete(post: HttpContext): Promise<void> {
    if (this.#sealed !== undefined || post.request.header('mcp-session-id') === undefined) throw notAllowed()
    await this.#table.delete(await this.#find(post))
    post.reply.send(204, post.replyHeaders())
  }

  /** Lets what is being served finish, while nothing more is asked, then ends every session. */
  close(): Promise<void> {
    this.#sealed?.outgoingRequests.close(new OmniportError('closed', 'The server is closing'))
    return this.#table.close()
  }

  /** Answers everything being served with `error`. */
  expire(error: RpcError): void {
    this.#table.expire(error)
  }

  #initialize(post: HttpContext, message: RpcRequest): MaybePromise<void> {
    if (this.#sealed === undefined) return serveInitialize(post, this.#table, message)
    return initializeSealed(post, this.#sealed, message)
  }

  #batch(post: HttpContext, values: readonly unknown[]): MaybePromise<void> {
    if (this.#sealed !== undefined) {
      throw RpcError.invalidRequest('Batches need sessions, and this server keeps none')
    }
    const table = this.#table
    return andThen(this.#find(post), (session) => serveBatch(post, { session, table }, values))
  }

  #find(post: HttpContext): MaybePromise<HttpSession> {
    return andThen(this.#table.find(sessionId(post), post.principal), (session) => session ?? notFound())
  }

  async #open(sessions: SealedSessions, post: HttpContext): Promise<OpenedSession> {
    const session = (await sessions.open(sessionId(post), post.principal)) ?? notFound()
    return { session, outgoingRequests: sessions.outgoingRequests }
  }
}

function isBatch(message: RpcMessage | readonly unknown[]): message is readonly unknown[] {
  return Array.isArray(message)
}

function isInitialize(message: RpcMessage): message is RpcRequest {
  return 'method' in message && message.method === 'initialize' && isRequestMessage(message)
}

/** @throws HttpError 400 */
function sessionId({ request }: HttpContext): string {
  const id = request.header('mcp-session-id')
  if (id !== undefined) return id
  throw new HttpError(400, RpcError.invalidRequest('The header Mcp-Session-Id is missing: send initialize first'))
}

/** Sessions that are over, that never were, and those of others look the same. */
function notFound(): never {
  throw new HttpError(404, RpcError.invalidRequest('There is no such session'))
}

function notAllowed(): HttpError {
  return new HttpError(405, RpcError.invalidRequest('Only POST is served here'), { allow: 'POST' })
}
