import { defaultRuntime, FetchHttpAdapter } from '#core/serve'
import { MessageStreams, type ServedRequest } from '../http-server/message-streams.js'
import { refuse } from '../http-server/refuse.js'
import { SingleUse } from '../http-server/single-use.js'
import { StreamableEndpoint, type StreamableState } from '../http-server/streamable-endpoint.js'
import type {
  HandleRequestOptions,
  WebStandardStreamableHTTPServerTransportOptions,
} from '../http-server/streamable-options.js'
import { isModernRevision } from '../modern/is-modern-message.js'
import { LateModernHttp } from '../modern/late-modern-http.js'
import { onReopen } from '../protocol/reopening.js'
import type { Transport } from '../shared/transport.js'
import type { JSONRPCMessage, MessageExtraInfo, RequestId } from '../types.js'
import { resolveMaxRequestBodySize } from './requestBody.js'
import { DEFAULT_SSE_KEEP_ALIVE_MS } from './sseKeepAlive.js'

export type {
  EventId,
  EventStore,
  HandleRequestOptions,
  StreamId,
  WebStandardStreamableHTTPServerTransportOptions,
} from '../http-server/streamable-options.js'

/**
 * Serves Streamable HTTP with the requests and responses of the web. With `sessionIdGenerator` it is one session: a request of
 * another one gets 404, and one without gets 400. Without, it serves one request.
 */
export class WebStandardStreamableHTTPServerTransport implements Transport {
  private sessionIdGenerator: (() => string) | undefined
  private _started = false
  private _hasHandledRequest = false
  private _initialized = false
  private _closed = false
  readonly #streams: MessageStreams
  readonly #endpoint: StreamableEndpoint
  readonly #maxBodyBytes: number
  /** Undefined once the program has closed the transport. */
  #singleUse: SingleUse | undefined
  #modern: LateModernHttp | undefined
  /** True if the transport closes when no modern call runs any more. */
  #closesWhenIdle = false
  declare sessionId?: string
  declare onclose?: () => void
  declare onerror?: (error: Error) => void
  declare onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void

  constructor(options: WebStandardStreamableHTTPServerTransportOptions = {}) {
    this.sessionIdGenerator = options.sessionIdGenerator
    if (options.sessionIdGenerator !== undefined) this.#singleUse = new SingleUse(() => this.#closeUntilUsed())
    const maxBodyBytes = resolveMaxRequestBodySize(options.maxRequestBodySize)
    this.#streams = new MessageStreams({
      eventStore: options.eventStore,
      retryInterval: options.retryInterval,
      keepAliveMs: options.keepAliveMs ?? DEFAULT_SSE_KEEP_ALIVE_MS,
      answersJson: options.enableJsonResponse ?? false,
      sessionHeaders: () => (this.sessionId === undefined ? {} : { 'mcp-session-id': this.sessionId }),
      onError: (error) => this.onerror?.(error),
    })
    this.#maxBodyBytes = maxBodyBytes
    // Programs that bring a session back set `sessionId` and `_initialized` of the transport.
    this.#endpoint = new StreamableEndpoint({
      options,
      maxBodyBytes,
      state: this as unknown as StreamableState,
      streams: this.#streams,
    })
  }

  /** Does nothing: HTTP requests are given to `handleRequest`. `connect` of a server calls it. */
  async start(): Promise<void> {
    if (this._started) throw new Error('Transport already started')
    this._started = true
  }

  /** Serves a request. @throws Error for a second request where there are no sessions. */
  async handleRequest(req: Request, options?: HandleRequestOptions): Promise<Response> {
    return new Promise((resolve, reject) => {
      const adapter = new FetchHttpAdapter(req, defaultRuntime, resolve)
      this.serveHttp({ request: adapter, reply: adapter }, options).catch(reject)
    })
  }

  /** @internal Serves a request in the form that all shells have. */
  async serveHttp(call: ServedRequest, options: HandleRequestOptions = {}): Promise<void> {
    if (this._closed && !this.#reopen()) return refuse(call.reply, 404, { code: -32001, message: 'Session not found' })
    if (!this.sessionIdGenerator && this._hasHandledRequest) {
      throw new Error('Stateless transport cannot be reused across requests. Create a new transport per request.')
    }
    this._hasHandledRequest = true
    this.#singleUse?.begin()
    if (isModernRevision(call.request.header('mcp-protocol-version'))) await this.#modernHttp().serve(call, options)
    else await this.#endpoint.serve(call, options)
  }

  /**
   * Ends all streams. Requests that come later get 404. Calls of modern clients, which come back with the answers to what they are
   * asked, end first.
   */
  async close(): Promise<void> {
    this.#singleUse = undefined
    if (this.#modern?.isBusy) this.#closesWhenIdle = true
    else this.#closeNow()
  }

  #closeNow(): void {
    if (this._closed) return
    this.#streams.close()
    this.#end()
  }

  #end(): void {
    this._closed = true
    this.#modern?.close()
    this.onclose?.()
  }

  /** Closes after what seems to be the only request. */
  #closeUntilUsed(): void {
    if (this._closed || this._initialized || this.#modern?.isBusy) return
    const singleUse = this.#singleUse
    this.#end()
    this.#modern = undefined
    // What the program does in `onclose` does not count: it often closes the server, which closes this.
    this.#singleUse = singleUse
  }

  /** Returns false if the transport stays closed. */
  #reopen(): boolean {
    if (!this.#singleUse?.reopen()) return false
    this._closed = false
    return true
  }

  /** @internal Takes what connects the server again, for a program that keeps a transport which seemed to be for one request. */
  [onReopen](connect: () => boolean): void {
    this.#singleUse?.onReopen(connect)
  }

  #modernHttp(): LateModernHttp {
    this.#modern ??= new LateModernHttp({
      maxBodyBytes: this.#maxBodyBytes,
      deliver: (message, extra) => this.onmessage?.(message, extra),
      servesLegacy: () => this._initialized,
      onIdle: () => {
        // Without sessions, the program has made this transport and its server for one request.
        if (this.#closesWhenIdle || (!this.sessionIdGenerator && !this._initialized)) this.#closeNow()
        else if (!this._initialized) this.#singleUse?.end()
      },
    })
    return this.#modern
  }

  /** Ends the stream of a request, so that its client comes back for the response. */
  closeSSEStream(requestId: RequestId): void {
    this.#streams.closeStream(requestId)
  }

  /** Ends the stream of what belongs to no request, so that its client comes back. */
  closeStandaloneSSEStream(): void {
    this.#streams.closeStandalone()
  }

  /** Sends a message with the request that it answers or belongs to, or on the GET stream. */
  send(message: JSONRPCMessage, options?: { relatedRequestId?: RequestId }): Promise<void> {
    if (this.#modern?.take(message, options?.relatedRequestId)) return Promise.resolve()
    return this.#streams.send(message, options?.relatedRequestId)
  }
}
