import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveNode } from '../http-server/serve-node.js'
import { onReopen } from '../protocol/reopening.js'
import type { Transport } from '../shared/transport.js'
import type { JSONRPCMessage, MessageExtraInfo, RequestId } from '../types.js'
import type { AuthInfo } from './auth/types.js'
import {
  WebStandardStreamableHTTPServerTransport,
  type WebStandardStreamableHTTPServerTransportOptions,
} from './webStandardStreamableHttp.js'

export type { EventId, EventStore, StreamId } from '../http-server/streamable-options.js'

/** Options of a `StreamableHTTPServerTransport`. */
export type StreamableHTTPServerTransportOptions = WebStandardStreamableHTTPServerTransportOptions

/**
 * Serves Streamable HTTP with the requests and responses of Node. With `sessionIdGenerator` it is one session: a request of
 * another one gets 404, and one without gets 400. Without, it serves one request.
 */
export class StreamableHTTPServerTransport implements Transport {
  private _webStandardTransport: WebStandardStreamableHTTPServerTransport

  constructor(options: StreamableHTTPServerTransportOptions = {}) {
    this._webStandardTransport = new WebStandardStreamableHTTPServerTransport(options)
  }

  /** The id of the session, once a client has initialized. */
  get sessionId(): string | undefined {
    return this._webStandardTransport.sessionId
  }

  /** Called when the transport has closed. */
  set onclose(handler: (() => void) | undefined) {
    this._webStandardTransport.onclose = handler as () => void
  }

  get onclose(): (() => void) | undefined {
    return this._webStandardTransport.onclose
  }

  /** Called for what goes wrong outside a request. */
  set onerror(handler: ((error: Error) => void) | undefined) {
    this._webStandardTransport.onerror = handler as (error: Error) => void
  }

  get onerror(): ((error: Error) => void) | undefined {
    return this._webStandardTransport.onerror
  }

  /** Called for each message of the client. */
  set onmessage(handler: ((message: JSONRPCMessage, extra?: MessageExtraInfo) => void) | undefined) {
    this._webStandardTransport.onmessage = handler as (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  }

  get onmessage(): ((message: JSONRPCMessage, extra?: MessageExtraInfo) => void) | undefined {
    return this._webStandardTransport.onmessage
  }

  /** Does nothing: HTTP requests are given to `handleRequest`. `connect` of a server calls it. */
  async start(): Promise<void> {
    await this._webStandardTransport.start()
  }

  /** Ends all streams. Requests that come later get 404. */
  async close(): Promise<void> {
    await this._webStandardTransport.close()
  }

  /** Sends a message with the request that it answers or belongs to, or on the GET stream. */
  send(message: JSONRPCMessage, options?: { relatedRequestId?: RequestId }): Promise<void> {
    return this._webStandardTransport.send(message, options)
  }

  /**
   * Serves a request, whose body a framework may have parsed. `req.auth` is the validated access token. Resolves when the reply
   * was sent.
   */
  handleRequest(req: IncomingMessage & { auth?: AuthInfo }, res: ServerResponse, parsedBody?: unknown): Promise<void> {
    const given = { parsedBody, authInfo: req.auth as AuthInfo }
    return serveNode(req, res, (call) => this._webStandardTransport.serveHttp(call, given))
  }

  /** @internal Takes what connects the server again. */
  [onReopen](connect: () => boolean): void {
    this._webStandardTransport[onReopen](connect)
  }

  /** Ends the stream of a request, so that its client comes back for the response. */
  closeSSEStream(requestId: RequestId): void {
    this._webStandardTransport.closeSSEStream(requestId)
  }

  /** Ends the stream of what belongs to no request, so that its client comes back. */
  closeStandaloneSSEStream(): void {
    this._webStandardTransport.closeStandaloneSSEStream()
  }
}
