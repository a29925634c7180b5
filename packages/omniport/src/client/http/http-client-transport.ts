import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import type { Serve } from '../../protocol/exchange/exchange.js'
import { classify } from '../../protocol/revisions/classify.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ToolHeaders } from '../tools/tool-headers.js'
import type { HttpEndpoint } from './http-endpoint.js'
import { LegacyHttpTransport } from './legacy/legacy-http-transport.js'
import { ModernHttpTransport } from './modern/modern-http-transport.js'

export interface HttpClientTransportOptions {
  readonly endpoint: HttpEndpoint
  /** Answers the requests of the server, and gets its notifications. */
  readonly serve: Serve
  readonly tools: ToolHeaders
  /** Called when notifications of a legacy server may have been missed. */
  readonly onGap: () => void
}

/**
 * The client side of HTTP. It sends a modern request by itself; the first legacy one, which is `initialize`, opens a legacy
 * transport for all messages that are not modern. Closing it closes the sender of its endpoint.
 *
 * spec: basic/transports/streamable-http#backward-compatibility
 */
export class HttpClientTransport implements ClientTransport {
  readonly closed: Promise<Error | undefined>
  readonly #options: HttpClientTransportOptions
  readonly #modern: ModernHttpTransport
  #legacy: LegacyHttpTransport | undefined
  #revision: Revision | undefined
  #resolveClosed: (reason: Error | Promise<Error | undefined> | undefined) => void = () => {}
  #isClosed = false
  #closing: Promise<void> | undefined

  constructor(options: HttpClientTransportOptions) {
    const { endpoint } = options
    const report = (reason: unknown) => {
      if (!this.#isOver) endpoint.report(reason) // closing causes errors
    }
    this.#options = { ...options, endpoint: { ...endpoint, report } }
    this.#modern = new ModernHttpTransport(this.#options)
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
  }

  get revision(): Revision | undefined {
    return this.#revision
  }

  set revision(revision: Revision | undefined) {
    this.#revision = revision
    this.#modern.revision = revision
    if (this.#legacy !== undefined) this.#legacy.connection.revision = revision
  }

  get mirrorsArguments(): boolean {
    if (this.#revision === undefined) return false
    return !isLegacy(this.#revision) || this.#legacy?.mirrorsArguments === true
  }

  request(message: RpcRequest, options?: PendingOptions): Promise<RpcResponse> {
    if (this.#isOver) return Promise.reject(new OmniportError('closed', 'The connection is closed'))
    if (classify(message) === 'modern') return this.#modern.request(message, options)
    this.#legacy ??= this.#openLegacy()
    return this.#legacy.request(message, options)
  }

  /** A modern server gets no notifications over HTTP. */
  notify(message: RpcNotification): void {
    this.#legacy?.connection.notify(message)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  get #isOver(): boolean {
    return this.#isClosed || this.#legacy?.connection.isOver === true
  }

  /** Aborts the requests that were to find out whether the server is modern: their answers do not matter any more. */
  #openLegacy(): LegacyHttpTransport {
    this.#modern.abortAll()
    const legacy = new LegacyHttpTransport(this.#options)
    this.#resolveClosed(legacy.connection.closed)
    return legacy
  }

  async #close(): Promise<void> {
    this.#isClosed = true
    this.#resolveClosed(undefined)
    await Promise.all([this.#modern.close(), this.#legacy?.connection.close()])
    await this.#options.endpoint.sender.close()
  }
}
