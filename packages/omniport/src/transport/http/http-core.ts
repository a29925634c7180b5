import { andThen, isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import type { RpcMessage, RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { parseMessage } from '../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { InFlightRequests } from '../../jsonrpc/serving/in-flight-requests.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import { classify } from '../../protocol/revisions/classify.js'
import { truncate } from '../../values/text/truncate.js'
import type { ServeTarget } from '../environment.js'
import { AuthFailureLog } from './auth/auth-failure-log.js'
import { authenticateRequest } from './auth/authenticate-request.js'
import { checkBatchScopes, checkScopes } from './auth/check-scopes.js'
import { ResourceMetadata } from './auth/resource-metadata.js'
import { checkHost, checkHostName, corsHeaders, preflightHeaders } from './guards/check-host.js'
import { ConcurrencyLimits } from './guards/concurrency-limits.js'
import type { HttpOptions } from './http-options.js'
import { createHttpSettings, type HttpSettings } from './http-settings.js'
import { LegacyEndpoint } from './legacy/legacy-endpoint.js'
import { serveModern } from './modern/serve-modern.js'
import { HttpContext, type HttpServices } from './requests/http-context.js'
import { HttpError, notAllowed } from './requests/http-error.js'
import type { HttpHeaders, HttpReply, HttpRequest } from './requests/http-request.js'
import { readJson } from './requests/read-json.js'
import { toRefusal } from './requests/refusal.js'

/**
 * Serves one server over HTTP, in any shell: checks each request, routes it by path and method, and gives its message to the
 * era it belongs to. The shell calls `handle` for every request, and `close` at the end.
 */
export class HttpCore {
  readonly settings: HttpSettings
  readonly paths: readonly string[]
  /** The paths that an app may mount under a prefix: all but those of metadata, which belong to the root of a host. */
  readonly endpoints: ReadonlySet<string>
  readonly #services: HttpServices
  readonly #legacy: LegacyEndpoint
  readonly #metadata: ResourceMetadata | undefined
  readonly #authFailures: AuthFailureLog
  #closing: Promise<void> | undefined

  /** @throws TypeError naming an option that cannot be used. */
  constructor(target: ServeTarget, options?: HttpOptions, caller?: string) {
    const settings = createHttpSettings(target, options, caller)
    const { runtime, logger, limits, path, auth } = settings
    const inFlightRequests = new InFlightRequests(runtime, (error, { method }) =>
      logger.error(`${method} failed`, { error }),
    )
    this.settings = settings
    this.#authFailures = new AuthFailureLog(runtime, logger)
    this.#metadata = auth?.metadata && new ResourceMetadata(auth.metadata, path)
    const card = settings.serverCard === undefined ? [] : [settings.serverCard.path]
    this.endpoints = new Set([path, ...Object.values(settings.sseEndpoints ?? {}), ...card])
    this.paths = [...this.endpoints, ...(this.#metadata?.paths ?? [])]
    const concurrency = new ConcurrencyLimits(limits)
    this.#services = { settings, inFlightRequests, concurrency, openSubscriptions: new Set() }
    this.#legacy = new LegacyEndpoint(settings)
    if (auth === undefined && target.environment?.hasScopes?.() === true) {
      logger.warn('Some definitions take scopes, which nobody checks: there is no auth')
    }
  }

  /** True if something is served at the path of this request. */
  serves(request: HttpRequest): boolean {
    return this.endpoints.has(request.path) || this.#metadataAt(request) !== undefined
  }

  /** Serves one request to one of `paths`. Never throws: a request that is refused gets an error reply. */
  handle(request: HttpRequest, reply: HttpReply): void {
    const context = new HttpContext(this.#services, request, reply)
    try {
      const served = this.#serve(context)
      if (isPromise(served)) served.catch((reason: unknown) => refuse(context, reason))
    } catch (reason) {
      refuse(context, reason)
    }
  }

  /** Ends sessions and streams; requests in flight may finish for `drainMs`. Settles last. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { limits, runtime } = this.settings
    const { inFlightRequests, concurrency, openSubscriptions } = this.#services
    const closing = RpcError.internal('The server is closing')
    for (const end of [...openSubscriptions]) end()
    const stop = runtime.after(limits.drainMs, () => {
      inFlightRequests.expireAll(closing)
      this.#legacy.expire(closing)
    })
    await Promise.all([inFlightRequests.idle(), this.#legacy.close()])
    stop()
    // A reader that has not taken its stream by then is not waited for.
    await waitAtMost(concurrency.idle(), runtime, limits.drainMs)
  }

  #serve(context: HttpContext): MaybePromise<void> {
    const { request, reply } = context
    const metadata = this.#metadataAt(request)
    if (metadata !== undefined) {
      checkHostName(request, this.settings)
      return metadata.serve(request, reply)
    }
    const card = this.settings.serverCard
    if (card?.path === request.path) {
      checkHostName(request, this.settings)
      return card.serve(request, reply)
    }
    checkHost(request, this.settings)
    // Everywhere, so that a page whose path is wrong may read the reply that says so.
    if (request.method === 'OPTIONS') return reply.send(204, preflightHeaders(request, 'GET, POST, DELETE'))
    this.#assertOpen()
    if (!this.endpoints.has(request.path)) throw notServed(request, this.settings)
    return andThen(this.#authenticate(request), (principal) => {
      this.#assertOpen()
      context.principal = principal
      if (request.path === this.settings.path && request.method === 'POST') return this.#receive(context)
      if (!this.settings.servesLegacy) throw notAllowed('POST')
      return this.#legacy.serve(context)
    })
  }

  /** Clients look for metadata at the root of a host, so it is not served under a prefix. */
  #metadataAt({ prefix, path }: HttpRequest): ResourceMetadata | undefined {
    const metadata = this.#metadata
    return prefix === '' && metadata?.paths.includes(path) === true ? metadata : undefined
  }

  #assertOpen(): void {
    if (this.#closing === undefined) return
    throw new HttpError(503, RpcError.internal('The server is closing'), { connection: 'close' })
  }

  #authenticate(request: HttpRequest): MaybePromise<Principal | undefined> {
    const { auth, hiddenHeaders, target } = this.settings
    if (auth === undefined) return undefined
    return andThen(authenticateRequest(request, { auth, failures: this.#authFailures }), (principal) => {
      request.hideHeaders(hiddenHeaders)
      return target.environment?.prepareScopes?.()?.then(() => principal) ?? principal
    })
  }

  #receive(context: HttpContext): Promise<void> {
    const { servesLegacy } = this.settings
    context.assertAcceptsResponse()
    return readJson(context, (value) => {
      this.#assertOpen()
      if (Array.isArray(value)) {
        if (!servesLegacy) throw RpcError.invalidRequest('Batches are not allowed')
        checkBatchScopes(context, value)
        return this.#legacy.post(context, value)
      }
      const message = parseMessage(value)
      context.message = message
      checkScopes(context, [message])
      return isModern(context, message) ? serveModern(context, message) : this.#legacy.post(context, message)
    })
  }
}

/** A server without legacy revisions has no sessions, and accepts no responses because it sends no requests. */
function isModern(
  { request, settings: { servesLegacy } }: HttpContext,
  message: RpcMessage,
): message is RpcRequest | RpcNotification {
  if (!('method' in message)) {
    if (servesLegacy) return false
    throw RpcError.invalidRequest('Responses are not taken: nothing was asked')
  }
  const session = servesLegacy ? request.header('mcp-session-id') : undefined
  const era = classify(message, { headers: { get: (name) => request.header(name) ?? null }, session })
  return era === undefined ? !servesLegacy : era === 'modern'
}

function refuse(context: HttpContext, reason: unknown): void {
  const { request, reply, message, settings } = context
  context.release()
  const { status, headers, body, problem } = toRefusal(reason, message)
  if (problem !== undefined)
    settings.logger.error(`${request.method} ${request.prefix}${request.path} failed`, { error: problem })
  reply.send(status, { ...(isReadable(status, headers) && corsHeaders(request)), ...headers }, body)
}

/** A web page may read every refusal except one that refuses the page itself. */
function isReadable(status: number, headers: HttpHeaders): boolean {
  return status !== 403 || 'www-authenticate' in headers
}

/** All unknown paths get this reply, including those where clients look for other documents. */
function notServed({ method, prefix, path }: HttpRequest, settings: HttpSettings): HttpError {
  const endpoint = truncate(prefix + settings.path)
  const asked = `${truncate(method, 16)} ${truncate(prefix + path)}`
  return new HttpError(
    404,
    RpcError.invalidRequest(`${asked}: no MCP endpoint here; this server listens on ${endpoint}`),
  )
}
