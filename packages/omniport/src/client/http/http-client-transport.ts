import { encodeMessage } from '../../jsonrpc/messages/encode-message.js'
import type { RpcId, RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import type { Serve } from '../../protocol/exchange/exchange.js'
import { classify } from '../../protocol/revisions/classify.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import { DuplexConnection } from '../../transport/connection/duplex-connection.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ToolHeaders } from '../tools/tool-headers.js'
import { formatAddress, type HttpEndpoint } from './http-endpoint.js'
import { HttpStatusError } from './http-status-error.js'
import type { HttpTransport } from './http-transport.js'
import { LegacySseTransport } from './legacy/legacy-sse-transport.js'
import { SessionHttpTransport } from './legacy/session-http-transport.js'
import { ModernHttpTransport } from './modern/modern-http-transport.js'
import { rejectRequest } from './receive-reply.js'

/** What a link over HTTP is made from. The link closes the sender of its site. */
export interface HttpClientTransportOptions {
  readonly endpoint: HttpEndpoint
  /** Answers what the server asks and hears what it announces. */
  readonly serve: Serve
  readonly tools: ToolHeaders
  /** Called when announcements of a legacy server may have been missed. */
  readonly onGap: () => void
}

/**
 * The asking end of HTTP. Modern requests stand for themselves, so that road is always open; `initialize` opens the one of a
 * session, or of 2024-11-05 where the server has no other, and everything that is not modern takes it.
 *
 * spec: basic/transports/streamable-http#backward-compatibility
 */
export class HttpClientTransport implements ClientTransport {
  readonly closed: Promise<Error | undefined>
  readonly #options: HttpClientTransportOptions
  readonly #connection: DuplexConnection
  readonly #modern: ModernHttpTransport
  readonly #quiet = new Set<RpcId>()
  #legacy: HttpTransport | undefined

  constructor(options: HttpClientTransportOptions) {
    const { serve, tools } = options
    const report = (reason: unknown) => {
      if (!this.#connection.isOver) options.endpoint.report(reason) // what closing breaks is nobody's business
    }
    const endpoint = { ...options.endpoint, report, quiet: this.#quiet }
    this.#options = { ...options, endpoint }
    this.#connection = new DuplexConnection({
      sink: { send: (message) => this.#send(message) },
      serve,
      limits: endpoint.limits,
      runtime: endpoint.runtime,
      onError: endpoint.report,
      close: () => this.#close(),
    })
    this.closed = this.#connection.closed
    this.#modern = new ModernHttpTransport(endpoint, this.#connection, tools)
  }

  get revision(): Revision | undefined {
    return this.#connection.revision
  }

  set revision(revision: Revision | undefined) {
    this.#connection.revision = revision
  }

  get mirrorsArguments(): boolean {
    return this.revision !== undefined && !isLegacy(this.revision)
  }

  async request(message: RpcRequest, options?: PendingOptions): Promise<RpcResponse> {
    let isAnswered = false
    if (options?.isQuiet === true) this.#quiet.add(message.id)
    try {
      const response = await this.#connection.request(message, options)
      isAnswered = true
      return response
    } finally {
      this.#quiet.delete(message.id)
      this.#release(message.id, isAnswered)
    }
  }

  notify(message: RpcNotification): void {
    this.#connection.notify(message)
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  #release(id: RpcId, isAnswered: boolean): void {
    this.#modern.release(id, isAnswered)
    this.#legacy?.release(id, isAnswered)
  }

  #send(message: RpcMessage | readonly RpcMessage[]): void {
    const text = encodeMessage(message)
    const body = typeof text === 'string' ? text : new TextDecoder().decode(text)
    const isRequest = 'method' in message && isRequestMessage(message)
    if (isRequest && classify(message) === 'modern') this.#modern.send(message, body)
    else if (isRequest && message.method === 'initialize') void this.#initialize(message, body)
    else this.#legacy?.send(message, body)
  }

  /** What was asked to find out whether the server is modern is of no interest any more. */
  async #initialize(request: RpcRequest, body: string): Promise<void> {
    const { endpoint, onGap } = this.#options
    this.#modern.abortAll()
    const session = new SessionHttpTransport(endpoint, this.#connection, onGap)
    this.#legacy = session
    try {
      await session.initialize(request, body)
    } catch (reason) {
      if (hasNoSuchEndpoint(reason)) await this.#initializeOverSse(request, { body, refusal: reason })
      else rejectRequest(reason, { endpoint, connection: this.#connection, id: request.id })
    }
  }

  /** spec: basic/transports/streamable-http#http-sse */
  async #initializeOverSse(
    request: RpcRequest,
    { body, refusal }: { readonly body: string; readonly refusal: HttpStatusError },
  ): Promise<void> {
    const { endpoint } = this.#options
    const sse = new LegacySseTransport(endpoint, this.#connection)
    this.#legacy = sse
    try {
      await sse.open()
    } catch (reason) {
      rejectRequest(toNoServerError(refusal, reason, formatAddress(endpoint.url)), {
        endpoint,
        connection: this.#connection,
        id: request.id,
      })
      return
    }
    if (this.#connection.isPending(request.id)) sse.send(request, body)
  }

  async #close(): Promise<void> {
    await Promise.all([this.#modern.close(), this.#legacy?.close()])
    await this.#options.endpoint.sender.close()
  }
}

/**
 * Whether a server may be one of 2024-11-05, which takes no POST at that address. The text names 400, 404 and 405; servers of
 * that age answer with others as well. A modern server says so.
 */
function hasNoSuchEndpoint(reason: unknown): reason is HttpStatusError {
  if (!(reason instanceof HttpStatusError) || reason.isUndecided || reason.status >= 500) return false
  return reason.error === undefined || !modernCodes.has(reason.error.code)
}

const modernCodes: ReadonlySet<number> = new Set([-32020, -32021, -32022])

/** The refusal tells more where it is an error of JSON-RPC, or where the other way was not open either. */
function toNoServerError(refusal: HttpStatusError, reason: unknown, address: string): unknown {
  if (refusal.error !== undefined || !OmniportError.is(reason)) return refusal
  if (reason.code !== 'unreachable' && !(reason instanceof HttpStatusError)) return reason
  const text = `There is no MCP server at ${address}: it answered POST with HTTP ${refusal.status}; ${reason.message}`
  return new OmniportError('unreachable', text, { cause: refusal })
}
