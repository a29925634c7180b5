import type { Middleware } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { ExtensionFilter } from './extension-filter.js'
import type { ExtensionMethod } from './extension-method.js'
import type { ExtensionResultType } from './extension-result-type.js'

/**
 * An extension of the protocol on a server. It serves only clients that declare it: its methods and filters reject
 * other clients, with -32021 at 2026-07-28 and -32601 before, and everything else has no effect for them. `mount` does
 * not merge extensions: a server has those that it was created with.
 *
 * spec: basic/versioning#extension-negotiation
 */
export interface ServerExtension {
  /** The value in `capabilities.extensions`. Default: `{}`. */
  readonly settings?: object | undefined
  /** The revisions that declare and serve it. Default: all. */
  readonly revisions?: readonly Revision[] | undefined
  /** Methods by name. The names must differ from those of the protocol and of other extensions. */
  readonly methods?: Readonly<Record<string, ExtensionMethod>> | undefined
  /** Result types by `resultType`. */
  readonly resultTypes?: Readonly<Record<string, ExtensionResultType>> | undefined
  /** Filters by the member of `notifications` in `subscriptions/listen`. 2026-07-28 only. */
  readonly listen?: Readonly<Record<string, ExtensionFilter>> | undefined
  /** Wraps the messages of these clients, inside the server's own middleware; the first is the outermost. */
  readonly use?: readonly Middleware[] | undefined
}
