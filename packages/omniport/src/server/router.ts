import { isPromise, type MaybePromise } from '../async/maybe-promise.js'
import type { RpcNotification, RpcParams, RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { toServe } from '../jsonrpc/serving/direct-serve.js'
import { compose, isRequestMessage } from '../jsonrpc/serving/serve.js'
import { codecOf } from '../protocol/codec/codec-of.js'
import type { DirectServe, Exchange, Middleware } from '../protocol/exchange/exchange.js'
import { metaParams } from '../protocol/methods/params.js'
import { EncodedResult } from '../protocol/results/encoded-result.js'
import { profileOf } from '../protocol/revisions/revision-profile.js'
import type { ServedResultType } from './extensions/compiled-extension.js'
import type { ExtensionRegistry } from './extensions/extension-registry.js'
import { isRetry } from './input/round-trips/open-retry.js'
import { retryPayloadOf } from './input/round-trips/retry-payload.js'
import { reportInternal } from './requests/report-internal.js'
import type { HandlerRequest } from './requests/run-handler.js'
import type { ServerServices } from './server-services.js'

/** A request and what surrounds it. */
export interface ReceivedRequest {
  readonly message: RpcRequest
  readonly exchange: Exchange
}

/** Serves one method: gives its result in newest shape, or already encoded. */
export type Method = (params: RpcParams, call: HandlerRequest) => MaybePromise<object>

/** What a server answers with. */
export interface Routes {
  readonly services: ServerServices
  /** Of the protocol. */
  readonly methods: ReadonlyMap<string, Method>
  readonly extensions: ExtensionRegistry
}

/** The middleware around one message only, outermost first. */
export type MiddlewareLookup = (message: RpcRequest | RpcNotification, exchange: Exchange) => readonly Middleware[]

/**
 * From a message to its method and back: the request is decoded, the method runs, and its result or error is encoded in the
 * shape of the request's revision. Rejects only with what middleware throws.
 */
export function createRouter(routes: Routes, middlewareFor: MiddlewareLookup): DirectServe {
  const route: DirectServe = (message, exchange) => {
    if (!isRequestMessage(message)) return undefined
    const { services, extensions } = routes
    const call = { message, exchange, ending: services.signal, input: services.input }
    try {
      const extended = extensions.method(message.method, exchange)
      const served = extended === undefined ? serveOwn(routes, call) : serveExtended(extended, call)
      return isPromise(served) ? answerLater(served, call, services) : toResponse(served, call, services)
    } catch (reason) {
      return toErrorResponse(reason, call, services)
    }
  }
  const serve = toServe(route)
  return (message, exchange) => {
    const middleware = middlewareFor(message, exchange)
    return middleware.length === 0 ? route(message, exchange) : compose(middleware, serve)(message, exchange)
  }
}

/** The error response to `message` for anything thrown while it was served. */
export function toErrorResponse(
  reason: unknown,
  { message, exchange }: ReceivedRequest,
  services: ServerServices,
): RpcResponse {
  const { revision } = exchange
  const error = RpcError.is(reason)
    ? reason
    : RpcError.internal(reportInternal(services, reason, { what: message.method, signal: exchange.signal }))
  return { jsonrpc: '2.0', id: message.id, error: codecOf(revision).encodeError(error, profileOf(revision)) }
}

async function answerLater(
  served: Promise<object>,
  call: ReceivedRequest,
  services: ServerServices,
): Promise<RpcResponse> {
  try {
    return toResponse(await served, call, services)
  } catch (reason) {
    return toErrorResponse(reason, call, services)
  }
}

function toResponse(result: object, call: ReceivedRequest, services: ServerServices): RpcResponse {
  return { jsonrpc: '2.0', id: call.message.id, result: encode(result, call, services) }
}

function encode(result: object, { message, exchange }: ReceivedRequest, services: ServerServices): object {
  if (result instanceof EncodedResult) return result
  const { revision } = exchange
  return codecOf(revision).encodeResult(message.method, result, {
    profile: profileOf(revision),
    serverInfo: services.info,
  })
}

function serveExtended(method: Method, call: HandlerRequest): MaybePromise<object> {
  const { params = {} } = call.message
  metaParams(params)
  return method(params, call)
}

function serveOwn({ services, methods, extensions }: Routes, call: HandlerRequest): MaybePromise<object> {
  const { message, exchange } = call
  const params = codecOf(exchange.revision).decodeRequest(message, profileOf(exchange.revision))
  services.rates?.admit(message.method, exchange)
  const refusal = isRetry(message, exchange) ? retryPayloadOf(exchange)?.refusal : undefined
  if (refusal !== undefined) throw refusal
  const method = methods.get(message.method)
  if (method === undefined) throw RpcError.methodNotFound(message.method)
  const resultTypes = extensions.resultTypes(message.method, exchange)
  return resultTypes.length === 0 ? method(params, call) : serveTyped(resultTypes, method, { params, call })
}

/** The first of the result types that applies, or else what the method gives. */
async function serveTyped(
  resultTypes: readonly ServedResultType[],
  method: Method,
  { params, call }: { readonly params: RpcParams; readonly call: HandlerRequest },
): Promise<object> {
  for (const { serve } of resultTypes) {
    const result = await serve(params, call)
    if (result !== undefined) return result
  }
  return method(params, call)
}
