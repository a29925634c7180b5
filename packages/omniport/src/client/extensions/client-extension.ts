import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { ResultContext } from './result-context.js'

/**
 * The part that a client takes in an extension of the protocol. A server that does not know the extension goes on as if it
 * were not there.
 *
 * spec: basic/versioning#extension-negotiation
 */
export interface ClientExtension {
  /** Declared to servers of every revision. Default: none, `{}`. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Hears notifications, by their method; they are as the server sent them. What a listener throws is reported. */
  readonly notifications?: Readonly<Record<string, (params: RpcParams) => void>> | undefined
  /**
   * The types of results that it adds, by `resultType`; of one type only one extension. Servers of 2026-07-28 only.
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

/** A result that is not what its method promises, but leads to it. */
export interface ResultType {
  /** The methods it may come for. As the result of any other it is invalid. */
  readonly methods: readonly string[]
  /** Only the `maxTimeoutMs` of the call itself ends its work, not that of `connect`. Default: false. */
  readonly mayTakeLong?: boolean | undefined
  /**
   * Gives what the method promises, which is then checked as such. Called once for each such result, which is as the server
   * sent it. What it throws, the call rejects with.
   */
  readonly run: (
    result: Readonly<Record<string, unknown>>,
    ctx: ResultContext,
  ) => Promise<Readonly<Record<string, unknown>>>
}
