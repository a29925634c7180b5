import { encodeMessage } from '../../../jsonrpc/messages/encode-message.js'
import type { RpcMessage, RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import type { PendingOptions, SendOptions } from '../../../jsonrpc/pending.js'
import { DuplexConnection } from '../../../transport/connection/duplex-connection.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { HttpClientTransportOptions } from '../http-client-transport.js'
import { formatAddress } from '../http-endpoint.js'
import { HttpStatusError } from '../http-status-error.js'
import type { LegacyChannel } from './legacy-channel.js'
import { LegacySseTransport } from './legacy-sse-transport.js'
import { rejectRequest } from './receive-reply.js'
import { SessionHttpTransport } from './session-http-transport.js'

/**
 * The client side of HTTP in the legacy revisions: a duplex connection over a session, or over HTTP+SSE of 2024-11-05 where
 * the server takes no POST at the address. `initialize` finds out which.
 *
 * spec: basic/transports/streamable-http#backward-compatibility
 */
export class LegacyHttpTransport {
  readonly connection: DuplexConnection
  readonly #options: HttpClientTransportOptions
  #channel: LegacyChannel | undefined

  constructor(options: HttpClientTransportOptions) {
    const { endpoint, serve } = options
    this.#options = options
    this.connection = new DuplexConnection({
      sink: { send: (message, sendOptions) => this.#send(message, sendOptions) },
      serve,
      limits: endpoint.limits,
      runtime: endpoint.runtime,
      onError: endpoint.report,
      close: async () => this.#channel?.close(),
    })
  }

  /** False over HTTP+SSE: its one stream has no headers for each message. */
  get mirrorsArguments(): boolean {
    return this.#channel instanceof SessionHttpTransport
  }

  /** Rejects as the connection does. */
  async request(message: RpcRequest, options?: PendingOptions): Promise<RpcResponse> {
    let isAnswered = false
    try {
      const response = await this.connection.request(message, options)
      isAnswered = true
      return response
    } finally {
      this.#channel?.release(message.id, isAnswered)
    }
  }

  #send(message: RpcMessage | readonly RpcMessage[], options: SendOptions | undefined): void {
    const text = encodeMessage(message)
    const body = typeof text === 'string' ? text : new TextDecoder().decode(text)
    if (isInitialize(message)) void this.#initialize(message, body)
    else this.#channel?.send(message, body, options)
  }

  async #initialize(request: RpcRequest, body: string): Promise<void> {
    const session = new SessionHttpTransport(this.connection, this.#options)
    this.#channel = session
    try {
      await session.initialize(request, body)
    } catch (reason) {
      const refusal = reason instanceof HttpStatusError && reason.allowsFallback ? reason : undefined
      if (refusal !== undefined) await this.#initializeOverSse(request, { body, refusal })
      else rejectRequest(reason, request.id, this.connection)
    }
  }

  /** spec: basic/transports/streamable-http#http-sse */
  async #initializeOverSse(
    request: RpcRequest,
    { body, refusal }: { readonly body: string; readonly refusal: HttpStatusError },
  ): Promise<void> {
    const { endpoint } = this.#options
    const sse = new LegacySseTransport(endpoint, this.connection)
    this.#channel = sse
    try {
      await sse.open()
    } catch (reason) {
      rejectRequest(toNoServerError(refusal, reason, formatAddress(endpoint.url)), request.id, this.connection)
      return
    }
    if (this.connection.isPending(request.id)) sse.send(request, body)
  }
}

function isInitialize(message: RpcMessage | readonly RpcMessage[]): message is RpcRequest {
  return 'method' in message && message.method === 'initialize' && 'id' in message
}

/**
 * Returns the error of a server that refused POST and has no stream that could be used: the refusal, in words that name both
 * where it says little by itself. An endpoint event that cannot be used is an error of its own.
 */
function toNoServerError(refusal: HttpStatusError, reason: unknown, address: string): unknown {
  if (!OmniportError.is(reason)) return refusal
  if (reason.code === 'invalid_result' && !(reason instanceof HttpStatusError)) return reason
  if (refusal.error !== undefined || refusal.isUndecided) return refusal
  const { status } = refusal
  const text = `There is no MCP server at ${address}: it answered POST with HTTP ${status}; ${reason.message}`
  return new OmniportError('unreachable', text, { cause: refusal, status })
}
