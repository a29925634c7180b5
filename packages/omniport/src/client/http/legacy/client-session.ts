import type { RpcId } from '../../../jsonrpc/messages/messages.js'
import { requestHeaders } from '../../../protocol/headers/request-headers.js'
import type { DuplexConnection } from '../../../transport/connection/duplex-connection.js'
import type { HttpSendResponse } from '../../../transport/http-sender.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost, SessionForgotten } from '../../requests/request-lost.js'
import { formatAddress, type HttpEndpoint } from '../http-endpoint.js'
import { HttpStatusError, modernErrorCodes } from '../http-status-error.js'
import {
  type HttpReply,
  type OutboundHttpRequest,
  type OutboundHttpRequestOptions,
  postHeaders,
  type ReadRaw,
} from '../outbound-http-request.js'
import { OutboundHttpRequests } from '../outbound-http-requests.js'
import { AnswersUnderWay } from './answers-under-way.js'
import { rawReaderOf } from './receive-reply.js'

/**
 * The client side of a session. Every request carries its id, if the server gave one; errors never show it.
 *
 * spec: 2025-11-25 basic/transports#session-management
 */
export class ClientSession {
  readonly endpoint: HttpEndpoint
  readonly connection: DuplexConnection
  readonly answers: AnswersUnderWay
  readonly #readRaw: ReadRaw | undefined
  readonly #httpRequests: OutboundHttpRequests
  /** The requests that the server refused because it does not know the session. */
  readonly #forgotten = new Set<RpcId>()
  #id: string | undefined
  #isLost = false
  #unanswered = 0
  #stopWaiting: (() => void) | undefined

  constructor(endpoint: HttpEndpoint, connection: DuplexConnection) {
    this.endpoint = endpoint
    this.connection = connection
    this.#readRaw = rawReaderOf(endpoint, connection)
    this.answers = new AnswersUnderWay(endpoint.limits.answersPerServer)
    this.#httpRequests = new OutboundHttpRequests(endpoint)
  }

  /** The POST of `initialize`, whose reply may begin the session. */
  begin(body: string, mirrorHeaders: MirrorHeaders): OutboundHttpRequest {
    return this.#httpRequests.create({
      method: 'POST',
      headers: { ...postHeaders, ...mirrorHeaders },
      body,
      onHeaders: (reply) => this.#keepId(reply),
    })
  }

  post(body: string, { mirrorHeaders, ...options }: PostOptions): OutboundHttpRequest {
    const headers = { ...postHeaders, ...mirrorHeaders, ...this.#headers() }
    return this.#httpRequests.create({ method: 'POST', headers, body, readRaw: this.#readRaw, ...options })
  }

  /** Opens the GET stream, or resumes the stream of `lastEventId`. */
  get(lastEventId: string | undefined, options: SessionRequestOptions): OutboundHttpRequest {
    const resumeHeader = lastEventId === undefined ? undefined : { 'last-event-id': lastEventId }
    const headers = { accept: 'text/event-stream', ...this.#headers(), ...resumeHeader }
    return this.#httpRequests.create({ method: 'GET', headers, ...options })
  }

  /**
   * Sends the POST of the request `id`. A refusal that says that the server does not know the session ends the connection,
   * when the server has replied to all such POSTs, or a second later; then `id` rejects with SessionForgotten. If `id` is
   * sent again for that reason, only 404 still says so.
   *
   * Rejects as `OutboundHttpRequest.send` does.
   */
  async sendRequest(
    post: OutboundHttpRequest,
    { id, isSentAgain }: { readonly id: RpcId; readonly isSentAgain: boolean },
  ): Promise<HttpReply> {
    this.#unanswered += 1
    try {
      return await post.send()
    } catch (reason) {
      const isForgotten = this.#refusesSession(reason) && !(isSentAgain && reason.status === 400)
      if (!isForgotten) throw reason
      this.#forgotten.add(id)
      this.#isLost = true
      throw new SessionForgotten(this.#lostText)
    } finally {
      this.#unanswered -= 1
      this.#endIfLost()
    }
  }

  /**
   * Returns true, and ends the connection, when the server does not know the session. A 404 says that, unless it is about the
   * method; a 400 only if it names the session, since there are other reasons to refuse a stream or a notification.
   * `isSentAgain`: see `sendRequest`.
   */
  isLostBy(reason: unknown, isSentAgain = false): boolean {
    if (reason instanceof SessionForgotten) return true
    if (!(reason instanceof HttpStatusError) || this.#id === undefined) return false
    const isNamed = !isSentAgain && reason.refusesSession && reason.namesSession
    if (!(reason.status === 404 ? mayBeAboutSession(reason) : isNamed)) return false
    this.#isLost = true
    this.#endIfLost()
    return true
  }

  /** Aborts all requests, and ends the session at the server. Never rejects, and takes 2 s at most. */
  async close(): Promise<void> {
    this.#stopWaiting?.()
    this.#httpRequests.close()
    if (this.#id === undefined || this.#isLost) return
    const request = { method: 'DELETE', headers: this.#headers(), use: 'answer' } as const
    const httpRequest = new OutboundHttpRequests(this.endpoint).create(request)
    const stop = this.endpoint.runtime.after(deleteMs, () => httpRequest.abort())
    try {
      await httpRequest.send()
    } catch {
      // A server need not support DELETE, and may be gone.
    }
    stop()
    httpRequest.abort()
  }

  #refusesSession(reason: unknown): reason is HttpStatusError {
    return this.#id !== undefined && reason instanceof HttpStatusError && reason.refusesSession
  }

  /** Waits for the replies to other requests, since only these say which of them may be sent again. */
  #endIfLost(): void {
    if (!this.#isLost) return
    if (this.#unanswered > 0) this.#stopWaiting ??= this.endpoint.runtime.after(lostMs, () => this.#end())
    else this.#end()
  }

  #end(): void {
    this.#stopWaiting?.()
    for (const id of this.#forgotten) this.connection.failRequest(id, new SessionForgotten(this.#lostText))
    this.connection.end(new RequestLost(this.#lostText))
  }

  get #lostText(): string {
    return `${formatAddress(this.endpoint.url)} does not know the session any more`
  }

  #headers(): Readonly<Record<string, string>> {
    const { revision } = this.connection
    return {
      ...(this.#id !== undefined && { 'mcp-session-id': this.#id }),
      ...(revision !== undefined && { [requestHeaders.version]: revision }),
    }
  }

  #keepId(reply: HttpSendResponse): void {
    const id = reply.header('mcp-session-id')
    if (id === undefined) return
    if (!/^[\x21-\x7e]{1,4096}$/.test(id)) {
      const address = formatAddress(this.endpoint.url)
      throw new OmniportError('invalid_result', `${address} gave a session id that cannot be sent back`)
    }
    this.#id = id
    this.endpoint.secrets.add(id)
  }
}

/** Headers that repeat parts of the body. */
export type MirrorHeaders = Readonly<Record<string, string>> | undefined

interface PostOptions extends SessionRequestOptions {
  readonly mirrorHeaders: MirrorHeaders
}

type SessionRequestOptions = Pick<OutboundHttpRequestOptions, 'onRetry' | 'isQuiet' | 'onSent' | 'use'>

function mayBeAboutSession({ error }: HttpStatusError): boolean {
  return error === undefined || !(error.code === -32601 || modernErrorCodes.has(error.code))
}

const deleteMs = 2_000
const lostMs = 1_000
