import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { Middleware } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { Method } from '../methods.js'
import type { HandlerRequest } from '../requests/run-handler.js'

export interface CompiledExtension {
  readonly id: string
  /** True: clients need not declare it. Default: false. */
  readonly isForAll?: boolean | undefined
  readonly settings: object
  readonly revisions: readonly Revision[]
  readonly methods: ReadonlyMap<string, ServedMethod>
  readonly resultTypes: ReadonlyMap<string, ServedResultType>
  /** By the member that asks for it. */
  readonly filters: ReadonlyMap<string, ServedFilter>
  readonly middleware: readonly Middleware[]
}

/** A method of an extension. Only the `_meta` of its parameters is checked before. */
export interface ServedMethod {
  readonly nameParam: string | undefined
  readonly serve: Method
}

/**
 * A result type of an extension. It gives an `ExtendedResult`, another result that the method may have, or undefined to
 * let the method run.
 */
export interface ServedResultType {
  readonly methods: readonly string[]
  readonly serve: (call: HandlerRequest) => Promise<object | undefined>
}

export interface ServedFilter {
  /** Gives undefined to honour nothing. */
  honour(asked: unknown, call: HandlerRequest): Promise<unknown>
  /** Rejects when the subscription cannot go on. */
  deliver(honoured: unknown, call: HandlerRequest, stream: SubscriptionStream): Promise<void>
}

export interface SubscriptionStream {
  /** Aborts when the subscription is over. */
  readonly signal: AbortSignal
  notify(method: string, params: RpcParams | undefined): void
}
