import type { Logger } from '../async/runtime/logger.js'
import type { Runtime } from '../async/runtime/runtime.js'
import type { RpcRequest } from '../jsonrpc/messages/messages.js'
import type { Serve } from '../protocol/exchange/exchange.js'
import type { Implementation, Principal } from '../protocol/exchange/peer.js'
import type { Limits } from '../protocol/limits/limits.js'
import type { MemoryBudgets } from '../protocol/limits/memory-budgets.js'
import type { Revision } from '../protocol/revisions/revision.js'
import type { Stores } from '../store/stores.js'

/** The services that a server shares with its transports. Absent members have defaults. */
export interface Environment {
  /** The name of the service: sealed state and sealed sessions are valid for it only. Default: an empty one. */
  readonly name?: string | undefined
  /** The name, version and description that the server gives itself. */
  readonly info?: Implementation | undefined
  readonly stores?: Stores | undefined
  readonly secrets?: readonly string[] | undefined
  readonly limits?: Limits | undefined
  /** Shared by the transports of the server. Default: each transport counts for itself. */
  readonly budgets?: MemoryBudgets | undefined
  readonly runtime?: Runtime | undefined
  readonly logger?: Logger | undefined
  /** The revisions to serve, oldest first. Default: all. */
  readonly revisions?: readonly Revision[] | undefined
  /** For methods of extensions: the parameter that the header `Mcp-Name` repeats, by method. */
  readonly nameParams?: ReadonlyMap<string, string> | undefined
  /**
   * The scopes that a request takes; none for a definition that the principal may not see or that does not exist.
   * Asked before the request is served, and never throws, whatever its params are.
   */
  readonly scopesOf?: ((message: RpcRequest, principal: Principal) => readonly string[]) | undefined
  /** Loads what `scopesOf` needs, and is called before it. Undefined if nothing is left to load. */
  readonly prepareScopes?: (() => Promise<void> | undefined) | undefined
  /** True if any definition takes scopes, which then count only where callers are authenticated. */
  readonly hasScopes?: (() => boolean) | undefined
}

/** Anything a transport can serve: a server, a gateway, your own. Whoever made it closes it. */
export interface ServeTarget {
  readonly serve: Serve
  readonly environment?: Environment | undefined
}
