import type { RpcMessage, RpcRequest } from '../../../jsonrpc/messages.js'
import { RpcError } from '../../../jsonrpc/rpc-error.js'
import { isRequestMessage } from '../../../jsonrpc/serve.js'
import { HttpError } from '../http-error.js'
import type { HttpSettings } from '../http-settings.js'
import type { Post } from '../post.js'
import { checkLegacyVersion } from './check-legacy-headers.js'
import type { HttpSession } from './http-session.js'
import { SealedSessions } from './sealed-session.js'
import { serveGet } from './serve-get.js'
import { serveInitialize } from './serve-initialize.js'
import { serveBatch, serveInSession } from './serve-legacy.js'
import { initializeSealed, serveSealed } from './serve-sealed.js'
import { SessionTable } from './session-table.js'

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
  async post(post: Post, message: RpcMessage | readonly unknown[]): Promise<void> {
    if (isInitialize(message)) {
      if (this.#sealed === undefined) serveInitialize(post, this.#table, message)
      else await initializeSealed(post, this.#sealed, message)
      return
    }
    checkLegacyVersion(post.request, this.#settings.revisions)
    if (this.#sealed !== undefined) {
      const session = await this.#sealed.open(sessionId(post), post.principal)
      if (session === undefined) throw notFound()
      serveSealed(post, session, message)
      return
    }
    const session = await this.#find(post)
    if (Array.isArray(message)) serveBatch(post, session, this.#table, message)
    else serveInSession(post, session, this.#table, message as RpcMessage) // not an array
  }

  /** Opens or resumes a stream. @throws HttpError 405 where nothing is kept that could be streamed */
  async get(get: Post): Promise<void> {
    if (this.#sealed !== undefined || get.request.header('mcp-session-id') === undefined) throw notAllowed()
    checkLegacyVersion(get.request, this.#settings.revisions)
    await serveGet(get, await this.#find(get))
  }

  /** Ends a session. @throws HttpError 405 where nothing is kept that could end */
  async delete(post: Post): Promise<void> {
    if (this.#sealed !== undefined || post.request.header('mcp-session-id') === undefined) throw notAllowed()
    await this.#table.delete(await this.#find(post))
    post.reply.send(204, post.headers())
  }

  /** Ends every session; requests in flight are answered with `error`. */
  close(error: RpcError): void {
    this.#table.close(error)
  }

  async #find(post: Post): Promise<HttpSession> {
    const session = await this.#table.find(sessionId(post), post.principal)
    if (session === undefined) throw notFound()
    return session
  }
}

function isInitialize(message: RpcMessage | readonly unknown[]): message is RpcRequest {
  return 'method' in message && message.method === 'initialize' && isRequestMessage(message)
}

/** @throws HttpError 400 */
function sessionId({ request }: Post): string {
  const id = request.header('mcp-session-id')
  if (id !== undefined) return id
  throw new HttpError(400, RpcError.invalidRequest('The header Mcp-Session-Id is missing: send initialize first'))
}

/** Sessions that are over, that never were, and those of others look the same. */
function notFound(): HttpError {
  return new HttpError(404, RpcError.invalidRequest('There is no such session'))
}

function notAllowed(): HttpError {
  return new HttpError(405, RpcError.invalidRequest('Only POST is served here'), { allow: 'POST' })
}
