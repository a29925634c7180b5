import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { ResultContext } from './result-context.js'

/**
 * The client side of an extension of the protocol. A server that does not know the extension ignores it.
 *
 * spec: basic/versioning#extension-negotiation
 */
export interface ClientExtension {
  /** The revisions that have it: servers of others are told nothing of it. Default: all. */
  readonly revisions?: readonly Revision[] | undefined
  /** Declared to servers of these revisions. Default: none, `{}`. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Called with the parameters of notifications of these revisions, by method. `onError` gets what a listener throws. */
  readonly notifications?: Readonly<Record<string, (params: RpcParams) => void>> | undefined
  /**
   * The types of results that it adds, by `resultType`; a type belongs to one extension. Servers of 2026-07-28 only.
   *
   * spec: basic/index#resulttype
   */
  readonly resultTypes?: Readonly<Record<string, ResultType>> | undefined
  /**
   * The parameter that the header `Mcp-Name` repeats, by method. Servers of 2026-07-28 over HTTP only.
   *
   * spec: basic/transports/streamable-http#standard-request-headers
   */
  readonly nameParams?: Readonly<Record<string, string>> | undefined
}

/** A result that stands for the result of a method, and leads to it. */
export interface ResultType {
  /** The methods that may have it. As the result of any other method it is invalid. */
  readonly methods: readonly string[]
  /** True: only the `maxTimeoutMs` of the call ends `run`, and the one of `connect` does not. Default: false. */
  readonly mayTakeLong?: boolean | undefined
  /**
   * Returns the result of the method, which is then checked. Called once for each such result, with the result as the
   * server sent it. The call rejects with what it throws.
   */
  readonly run: (
    result: Readonly<Record<string, unknown>>,
    ctx: ResultContext,
  ) => Promise<Readonly<Record<string, unknown>>>
}
