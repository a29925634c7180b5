import { andThen, attempt, isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import type { RpcMessage, RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { parseMessage } from '../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { InFlightRequests } from '../../jsonrpc/serving/in-flight-requests.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import { classify } from '../../protocol/revisions/classify.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import type { ServeTarget } from '../environment.js'
import { authenticateRequest } from './auth/authenticate-request.js'
import { checkBatchScopes, checkScopes } from './auth/check-scopes.js'
import { ResourceMetadata } from './auth/resource-metadata.js'
import { checkHost, checkHostName, corsHeaders, preflightHeaders } from './guards/check-host.js'
import { ConcurrencyLimits } from './guards/concurrency-limits.js'
import type { HttpOptions } from './http-options.js'
import { createHttpSettings, type HttpSettings } from './http-settings.js'
import { LegacyEndpoint } from './legacy/legacy-endpoint.js'
import { SseEndpoints } from './legacy/sse-endpoints.js'
import { serveModern } from './modern/serve-modern.js'
import { HttpContext } from './requests/http-context.js'
import { HttpError } from './requests/http-error.js'
import type { HttpHeaders, HttpReply, HttpRequest } from './requests/http-request.js'
import { readJson } from './requests/read-json.js'
import { toRefusal } from './requests/refusal.js'

/**
 * One server over HTTP, whatever the shell: routes by path and method, guards, and gives each message to the era it belongs
 * to. The shell feeds `handle` and closes it.
 */
export class HttpCore {
  readonly settings: HttpSettings
  /** The paths that are served. */
  readonly paths: readonly string[]
  readonly #inFlightRequests: InFlightRequests
  readonly #concurrency: ConcurrencyLimits
  readonly #legacy: LegacyEndpoint
  readonly #sse: SseEndpoints | undefined
  readonly #openSubscriptions = new Set<() => void>()
  readonly #servesLegacy: boolean
  readonly #metadata: ResourceMetadata | undefined
  #closing: Promise<void> | undefined

  /** @throws TypeError naming an option that cannot be used. */
  constructor(target: ServeTarget, options?: HttpOptions) {
    const settings = createHttpSettings(target, options)
    const { sseEndpoints, runtime, logger, limits, path } = settings
    this.settings = settings
    this.#metadata = settings.auth?.metadata && new ResourceMetadata(settings.auth.metadata, path)
    const older = sseEndpoints === undefined ? [] : [sseEndpoints.stream, sseEndpoints.messages]
    this.paths = [path, ...older, ...(this.#metadata?.paths ?? [])]
    this.#inFlightRequests = new InFlightRequests(runtime, (error, { method }) =>
      logger.error(`${method} failed`, { error }),
    )
    this.#concurrency = new ConcurrencyLimits(limits)
    this.#legacy = new LegacyEndpoint(settings)
    this.#servesLegacy = settings.revisions.some(isLegacy)
    this.#sse = sseEndpoints === undefined ? undefined : new SseEndpoints(settings, sseEndpoints.messages)
    if (settings.auth === undefined && target.environment?.hasScopes?.() === true) {
      logger.warn('Some definitions take scopes, which nobody checks: there is no auth')
    }
  }

  /** Serves one request to one of `paths`. Never throws: what is refused is answered. */
  handle(request: HttpRequest, reply: HttpReply): void {
    try {
      const served = this.#serve(request, reply)
      if (isPromise(served)) served.catch((reason: unknown) => this.#refuse({ request, reply }, reason))
    } catch (reason) {
      this.#refuse({ request, reply }, reason)
    }
  }

  /** Ends sessions and streams; requests in flight may finish for `drainMs`. Settles last. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  #serve(request: HttpRequest, reply: HttpReply): MaybePromise<void> {
    if (this.#metadata?.paths.includes(request.path) === true) {
      checkHostName(request, this.settings)
      return this.#metadata.serve(request, reply)
    }
    checkHost(request, this.settings)
    if (request.method === 'OPTIONS') return reply.send(204, preflightHeaders(request, 'GET, POST, DELETE'))
    this.#assertOpen()
    if (!this.paths.includes(request.path)) throw notServed()
    return andThen(this.#authenticate(request), (principal) => {
      this.#assertOpen()
      return this.#route(this.#createContext(request, reply, principal))
    })
  }

  async #close(): Promise<void> {
    const { limits, runtime } = this.settings
    const closing = RpcError.internal('The server is closing')
    for (const end of [...this.#openSubscriptions]) end()
    const stop = runtime.after(limits.drainMs, () => {
      this.#inFlightRequests.expireAll(closing)
      this.#legacy.expire(closing)
    })
    await Promise.all([this.#inFlightRequests.idle(), this.#legacy.close(), this.#sse?.close()])
    stop()
    await this.#flushed()
  }

  /** Resolves when what was streamed has been taken, or will not be within `drainMs`. */
  #flushed(): Promise<void> {
    const { limits, runtime } = this.settings
    return new Promise((resolve) => {
      const stop = runtime.after(limits.drainMs, resolve)
      void this.#concurrency.idle().then(() => {
        stop()
        resolve()
      })
    })
  }

  #assertOpen(): void {
    if (this.#closing === undefined) return
    throw new HttpError(503, RpcError.internal('The server is closing'), { connection: 'close' })
  }

  #createContext(request: HttpRequest, reply: HttpReply, principal: Principal | undefined): HttpContext {
    const { settings } = this
    const [inFlightRequests, concurrency, openSubscriptions] = [
      this.#inFlightRequests,
      this.#concurrency,
      this.#openSubscriptions,
    ]
    return new HttpContext({ request, reply, settings, principal, inFlightRequests, concurrency, openSubscriptions })
  }

  #route(context: HttpContext): MaybePromise<void> {
    const { path, method } = context.request
    const { sseEndpoints } = this.settings
    if (path === this.settings.path) return this.#serveEndpoint(context)
    if (this.#sse !== undefined && path === sseEndpoints?.stream) {
      if (method !== 'GET') throw notAllowed('GET')
      return this.#sse.open(context)
    }
    if (this.#sse !== undefined && path === sseEndpoints?.messages) {
      if (method !== 'POST') throw notAllowed('POST')
      return this.#sse.post(context)
    }
    throw notServed()
  }

  #serveEndpoint(context: HttpContext): MaybePromise<void> {
    const { method } = context.request
    if (method === 'POST') return this.#receive(context)
    if (method === 'GET' && this.#servesLegacy) return this.#legacy.get(context)
    if (method === 'DELETE' && this.#servesLegacy) return this.#legacy.delete(context)
    throw notAllowed(this.#servesLegacy && this.settings.sessions ? 'POST, GET, DELETE' : 'POST')
  }

  #receive(context: HttpContext): Promise<void> {
    context.assertAcceptsResponse()
    return readJson(context.request, this.settings.limits, (value) => {
      this.#assertOpen()
      if (!Array.isArray(value)) return this.#dispatch(context, parseMessage(value))
      if (!this.#servesLegacy) throw RpcError.invalidRequest('Batches are not allowed')
      checkBatchScopes(context, value)
      return this.#legacy.post(context, value)
    })
  }

  #dispatch(context: HttpContext, message: RpcMessage): MaybePromise<void> {
    const refuse = (reason: unknown) => this.#refuse(context, reason, message)
    return attempt(() => {
      checkScopes(context, [message])
      return this.#isModern(context, message) ? serveModern(context, message) : this.#legacy.post(context, message)
    }, refuse)
  }

  /** Who serves no legacy revision knows no sessions, and takes no responses: nothing was asked. */
  #isModern({ request }: HttpContext, message: RpcMessage): message is RpcRequest | RpcNotification {
    if (!('method' in message)) {
      if (this.#servesLegacy) return false
      throw RpcError.invalidRequest('Responses are not taken: nothing was asked')
    }
    const session = this.#servesLegacy ? request.header('mcp-session-id') : undefined
    const era = classify(message, { headers: { get: (name) => request.header(name) ?? null }, session })
    return era === undefined ? !this.#servesLegacy : era === 'modern'
  }

  #authenticate(request: HttpRequest): MaybePromise<Principal | undefined> {
    const { auth, logger, hiddenHeaders } = this.settings
    if (auth === undefined) return undefined
    return andThen(authenticateRequest(request, { auth, logger }), (principal) => {
      request.hideHeaders(hiddenHeaders)
      return principal
    })
  }

  #refuse({ request, reply }: Pick<HttpContext, 'request' | 'reply'>, reason: unknown, message?: RpcMessage): void {
    const { status, headers, body, problem } = toRefusal(reason, message)
    if (problem !== undefined)
      this.settings.logger.error(`${request.method} ${request.path} failed`, { error: problem })
    reply.send(status, { ...(isReadable(status, headers) && corsHeaders(request)), ...headers }, body)
  }
}

/** A page may read every refusal but that of the page itself. */
function isReadable(status: number, headers: HttpHeaders): boolean {
  return status !== 403 || 'www-authenticate' in headers
}

/** The same for everybody. Where clients look for documents that are not here, it says so. */
function notServed(): HttpError {
  return new HttpError(404, RpcError.invalidRequest('Nothing is served here'))
}

function notAllowed(allow: string): HttpError {
  return new HttpError(405, RpcError.invalidRequest(`Only ${allow} is served here`), { allow })
}
