import { HttpCore, newestRevision, type RpcNotification, type RpcRequest } from '#core/modern'
import type { HttpRequest } from '#core/serve'
import type { ServedRequest } from '../http-server/message-streams.js'
import { createRequestInfo } from '../http-server/request-info.js'
import type { HandleRequestOptions } from '../http-server/streamable-options.js'
import type { JSONRPCMessage, MessageExtraInfo, RequestId } from '../types.js'
import { ModernServer, type ModernServerOptions } from './modern-server.js'

/** The path of every request: the program has chosen its own before. */
const path = '/mcp'

/** The modern requests of one HTTP transport. */
export class ModernHttp {
  readonly #server: ModernServer
  readonly #core: HttpCore
  /** What is known of each request, by its headers. */
  readonly #extras = new WeakMap<Headers, MessageExtraInfo>()

  constructor(options: ModernServerOptions & { readonly maxBodyBytes: number }) {
    this.#server = new ModernServer(options)
    const serve = (message: RpcRequest | RpcNotification, exchange: Parameters<ModernServer['serve']>[1]) => {
      const extra = exchange.headers === undefined ? undefined : this.#extras.get(exchange.headers)
      return this.#server.serve(message, exchange, extra)
    }
    const environment = { revisions: [newestRevision] as const }
    const limits = { bodyBytes: options.maxBodyBytes }
    this.#core = new HttpCore({ serve, environment }, { path, allowedHosts: 'any', limits })
  }

  get isBusy(): boolean {
    return this.#server.isBusy
  }

  serve({ request, reply }: ServedRequest, given: HandleRequestOptions): void {
    const routed = new RoutedRequest(request, given.parsedBody)
    const extra = { authInfo: given.authInfo, requestInfo: createRequestInfo(request) } as MessageExtraInfo
    this.#extras.set(routed.headers, extra)
    this.#core.handle(routed, reply)
  }

  take(message: JSONRPCMessage, relatedRequestId: RequestId | undefined): boolean {
    return this.#server.take(message, relatedRequestId)
  }

  close(): void {
    this.#server.close()
  }
}

/** A request that the program has routed here. It has checked `Host` and `Origin`, as far as it does. */
class RoutedRequest implements HttpRequest {
  readonly prefix = ''
  readonly path = path
  readonly #request: HttpRequest
  readonly #body: unknown
  #headers: Headers | undefined

  constructor(request: HttpRequest, body: unknown) {
    this.#request = request
    this.#body = body
  }

  get method(): string {
    return this.#request.method
  }

  get query(): string {
    return this.#request.query
  }

  get url(): string {
    return this.#request.url
  }

  get network(): string {
    return this.#request.network
  }

  get headers(): Headers {
    this.#headers ??= this.#request.headers
    return this.#headers
  }

  header(name: string): string | undefined {
    return name === 'origin' ? undefined : this.#request.header(name)
  }

  hideHeaders(names: ReadonlySet<string>): void {
    this.#request.hideHeaders(names)
  }

  async readBody(...args: Parameters<HttpRequest['readBody']>): ReturnType<HttpRequest['readBody']> {
    return this.#body === undefined ? this.#request.readBody(...args) : { value: this.#body }
  }

  onClose(fn: () => void): void {
    this.#request.onClose(fn)
  }
}
