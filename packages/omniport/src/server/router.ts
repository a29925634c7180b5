import { andThen, attempt, isPromise } from '../async/maybe-promise.js'
import type { RpcNotification, RpcParams, RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { toServe } from '../jsonrpc/serving/direct-serve.js'
import { compose, isRequestMessage } from '../jsonrpc/serving/serve.js'
import { codecOf } from '../protocol/codec/codec-of.js'
import type { DirectServe, Exchange, Middleware, Serve } from '../protocol/exchange/exchange.js'
import { isRequest } from '../protocol/exchange/is-request.js'
import type { DecodedRequest } from '../protocol/methods/method-params.js'
import { metaParams } from '../protocol/methods/params.js'
import { EncodedResult } from '../protocol/results/encoded-result.js'
import { profileOf } from '../protocol/revisions/revision-profile.js'
import { findDefinition } from './definitions/find-definition.js'
import type { ServedResultType } from './extensions/compiled-extension.js'
import { findRetryPayload, isRetry } from './input/round-trips/retry-payload.js'
import { addSession, createMethods, type Method, type Methods, type ServerParts } from './methods.js'
import { toReportedError } from './requests/report-internal.js'
import type { HandlerRequest } from './requests/run-handler.js'
import { RunningHandlers } from './running-handlers.js'

export class Router {
  readonly running = new RunningHandlers()
  readonly #parts: ServerParts
  readonly #methods: Methods
  #wrapped: DirectServe | undefined
  #isClosed = false

  constructor(parts: ServerParts) {
    this.#parts = parts
    this.#methods = createMethods(parts)
  }

  /**
   * Serves a message: checks that the server is open, opens a retry, runs middleware and then the method. An error of
   * any of these becomes an error response; for a notification it rejects. A request that the server gives up on when
   * it ends rejects with the `RpcError` to answer.
   */
  readonly serve: Serve = toServe((message, exchange) => {
    try {
      this.#assertOpen(message)
      const prepared = resourceMethods.has(message.method) ? this.#parts.index.prepare() : undefined
      if (prepared !== undefined) return prepared.then(() => this.serve(message, exchange))
      const answer = isRetry(message, exchange)
        ? this.#serveRetry(message, exchange)
        : this.#wrap(message, exchange)(message, exchange)
      return isPromise(answer) ? this.#track(answer, message, exchange) : answer
    } catch (reason) {
      return this.#toErrorResponse(reason, message, exchange)
    }
  })

  /** Sets the server's own middleware, the first outermost. */
  use(middleware: readonly Middleware[]): void {
    const inner = toServe<Exchange>((message, exchange) =>
      this.#wrapInDefinition(message, exchange, this.#answer)(message, exchange),
    )
    this.#wrapped = middleware.length === 0 ? undefined : compose(middleware, inner)
  }

  /** Rejects all further requests. */
  close(): void {
    this.#isClosed = true
  }

  #assertOpen(message: RpcRequest | RpcNotification): void {
    if (this.#isClosed && isRequestMessage(message)) throw RpcError.internal('The server is closed')
  }

  async #serveRetry(message: RpcRequest, exchange: Exchange): Promise<RpcResponse | undefined> {
    const { roundTrips } = await this.#parts.services.input.load()
    const opened = await roundTrips.openRetry(message, exchange)
    return this.#wrap(message, opened)(message, opened)
  }

  #track(
    answer: Promise<RpcResponse | undefined>,
    message: RpcRequest | RpcNotification,
    exchange: Exchange,
  ): Promise<RpcResponse | undefined> {
    return this.running.track(answer.catch((reason: unknown) => this.#toErrorResponse(reason, message, exchange)))
  }

  #wrap(message: RpcRequest | RpcNotification, exchange: Exchange): DirectServe {
    return this.#wrapped ?? this.#wrapInDefinition(message, exchange, this.#route)
  }

  /** Gives the method with the middleware of the message around it, or `route` where there is no such middleware. */
  #wrapInDefinition(message: RpcRequest | RpcNotification, exchange: Exchange, route: DirectServe): DirectServe {
    const middleware = middlewareAround(this.#parts, message, exchange)
    return middleware.length === 0 ? route : compose(middleware, this.#next)
  }

  /** Runs the method inside middleware, which gets an error as a response. */
  readonly #answer: DirectServe = (message, exchange) =>
    attempt(
      () => this.#route(message, exchange),
      (reason) => this.#toErrorResponse(reason, message, exchange),
    )

  readonly #next: Serve = toServe(this.#answer)

  /** Decodes a request, runs its method, and encodes the result in the shape of the revision. */
  readonly #route: DirectServe = (message, exchange) => {
    if (!isRequestMessage(message)) return this.#routeNotification(message, exchange)
    const extended = this.#parts.extensions.method(message.method, exchange)
    if (extended !== undefined) {
      const { params = {} } = message
      metaParams(params)
      const call = this.#createCall(message, exchange, params)
      return andThen(extended(call), this.#toResponse, call)
    }
    const request = codecOf(exchange.revision).decodeRequest(message, profileOf(exchange.revision))
    const call = this.#admit(this.#createCall(message, exchange, request.params))
    const resultTypes = this.#parts.extensions.resultTypes(request.method, exchange)
    const result =
      resultTypes.length === 0 ? this.#methodOf(request)(call) : this.#serveTyped(resultTypes, request, call)
    return andThen(result, this.#toResponse, call)
  }

  #routeNotification({ method }: RpcNotification, exchange: Exchange): Promise<undefined> | undefined {
    if (method === 'notifications/initialized') addSession(this.#parts, exchange.session)
    if (method !== 'notifications/roots/list_changed') return undefined
    return this.#parts.rootsChanges?.changed(exchange)
  }

  #createCall(message: RpcRequest, exchange: Exchange, params: RpcParams): HandlerRequest {
    const { signal, input } = this.#parts.services
    return { message, exchange, params, ending: signal, input, retry: findRetryPayload(message, exchange) }
  }

  #admit(call: HandlerRequest): HandlerRequest {
    this.#parts.services.rates.admit(call.message.method, call.exchange)
    if (call.retry?.refusal !== undefined) throw call.retry.refusal
    return call
  }

  /** The first result type that applies gives the result, or else the method. */
  async #serveTyped(
    resultTypes: readonly ServedResultType[],
    request: DecodedRequest,
    call: HandlerRequest,
  ): Promise<object> {
    for (const { serve } of resultTypes) {
      const result = await serve(call)
      if (result !== undefined) return result
    }
    return this.#methodOf(request)(call)
  }

  #methodOf({ method }: DecodedRequest): Method {
    const { feature, serve } = this.#methods[method]
    if (feature !== undefined && !this.#parts.features[feature]) throw RpcError.methodNotFound(method)
    return serve as Method // `DecodedRequest` has this method with the parameters that it takes
  }

  readonly #toResponse = (result: object, { message, exchange }: HandlerRequest): RpcResponse => {
    const { id, method } = message
    if (result instanceof EncodedResult) return { jsonrpc: '2.0', id, result }
    const profile = profileOf(exchange.revision)
    const context = { profile, serverInfo: this.#parts.services.info }
    return { jsonrpc: '2.0', id, result: codecOf(exchange.revision).encodeResult(method, result, context) }
  }

  /** Converts an error to a response in the shape of the revision. @throws the error of a notification. */
  #toErrorResponse(reason: unknown, message: RpcRequest | RpcNotification, exchange: Exchange): RpcResponse {
    if (!isRequestMessage(message)) throw reason
    const error = toReportedError(this.#parts.services, reason, { what: message.method, exchange })
    const { revision } = exchange
    return { jsonrpc: '2.0', id: message.id, error: codecOf(revision).encodeError(error, profileOf(revision)) }
  }
}

/**
 * Lists the middleware around one message inside the server's own, outermost first: that of the extensions that the client
 * declared, of the server a mounted definition came from, and of a tool around its calls.
 */
function middlewareAround(
  parts: ServerParts,
  message: RpcRequest | RpcNotification,
  exchange: Exchange,
): readonly Middleware[] {
  const extended = parts.extensions.middleware(exchange)
  const defined = middlewareOfDefinition(parts, message, exchange)
  return extended.length === 0 ? defined : [...extended, ...defined]
}

/** A definition that the caller may not see has no middleware, and neither has a malformed request. */
function middlewareOfDefinition(
  parts: ServerParts,
  message: RpcRequest | RpcNotification,
  exchange: Exchange,
): readonly Middleware[] {
  const isCall = isRequest(message, 'tools/call')
  if (!isCall && message.method === 'tools/call') return noMiddleware
  if (message.method === 'prompts/get' && !isRequest(message, 'prompts/get')) return noMiddleware
  const entry = findDefinition(parts, message, exchange.principal)
  if (!entry?.isVisible(exchange.principal)) return noMiddleware
  const own = isCall ? (parts.tools.get(message.params.name)?.definition.use ?? noMiddleware) : noMiddleware
  const mounted = entry.services === parts.services ? noMiddleware : entry.services.middleware()
  return mounted.length === 0 ? own : [...mounted, ...own]
}

const noMiddleware: readonly Middleware[] = []

/** The methods that find their definition by a URI. */
const resourceMethods: ReadonlySet<string> = new Set(['resources/read', 'resources/subscribe'])
