import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { Middleware } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { Method } from '../methods.js'
import type { HandlerRequest } from '../requests/run-handler.js'

/** An extension made ready to be served. */
export interface CompiledExtension {
  readonly id: string
  readonly settings: object
  readonly revisions: readonly Revision[]
  /** By name. */
  readonly methods: ReadonlyMap<string, ServedMethod>
  /** By result type. */
  readonly resultTypes: ReadonlyMap<string, ServedResultType>
  /** By the member that asks for it. */
  readonly filters: ReadonlyMap<string, ServedFilter>
  readonly middleware: readonly Middleware[]
}

/** A method of an extension. Its `_meta` was checked when it is called, nothing else. */
export interface ServedMethod {
  readonly nameParam: string | undefined
  readonly serve: Method
}

/**
 * A result type of an extension: an `ExtendedResult` of it, what else the method can be answered with, or undefined, which
 * leaves the request to the method itself.
 */
export interface ServedResultType {
  readonly methods: readonly string[]
  readonly serve: (call: HandlerRequest) => Promise<object | undefined>
}

/** A filter of an extension. */
export interface ServedFilter {
  /** Undefined: nothing of it is honoured. */
  honour(asked: unknown, call: HandlerRequest): Promise<unknown>
  /** Rejects when the subscription cannot go on. */
  deliver(honoured: unknown, call: HandlerRequest, stream: SubscriptionStream): Promise<void>
}

/** The stream of one subscription. */
export interface SubscriptionStream {
  /** Aborts when the subscription is over. */
  readonly signal: AbortSignal
  notify(method: string, params: RpcParams | undefined): void
}
