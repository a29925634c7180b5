import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { ExtensionContext } from './extension-context.js'

/**
 * A result type that an extension adds to methods of the protocol, at 2026-07-28, where results say their type.
 *
 * spec: basic/index#resulttype
 */
export interface ExtensionResultType {
  /** The methods that may have such results, such as `tools/call`. */
  readonly methods: readonly string[]
  /**
   * Called before one of these methods is served. Gives the members of a result of this type, or nothing to serve the
   * method as usual. The checks of the method, such as the visibility of a tool, have not run yet.
   */
  readonly serve: (params: RpcParams, ctx: ExtensionContext) => unknown
}
