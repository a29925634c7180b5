import type { Middleware } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { ExtensionFilter } from './extension-filter.js'
import type { ExtensionMethod } from './extension-method.js'
import type { ExtensionResultType } from './extension-result-type.js'

/**
 * An extension of the protocol, as a server has it. Everything here is only for clients that declare the extension
 * themselves: to others its methods and filters are refused, with -32021 at 2026-07-28 and -32601 before, and all else is as
 * if there were no extension. It is not merged by `mount`: a server has the extensions it was created with.
 *
 * spec: basic/versioning#extension-negotiation
 */
export interface ServerExtension {
  /** What is declared in `capabilities.extensions`. Default: `{}`. */
  readonly settings?: object | undefined
  /** Where it is declared and served. Default: in every revision. */
  readonly revisions?: readonly Revision[] | undefined
  /** By name. None that the protocol has, and none of another extension. */
  readonly methods?: Readonly<Record<string, ExtensionMethod>> | undefined
  /** By `resultType`. */
  readonly resultTypes?: Readonly<Record<string, ExtensionResultType>> | undefined
  /** By the member of `notifications` in `subscriptions/listen`. 2026-07-28 only. */
  readonly listen?: Readonly<Record<string, ExtensionFilter>> | undefined
  /** Wraps what these clients send, inside the server's own middleware; the first is the outermost. */
  readonly use?: readonly Middleware[] | undefined
}
