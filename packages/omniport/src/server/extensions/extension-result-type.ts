import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { ExtensionContext } from './extension-context.js'

/**
 * A result type that an extension adds to methods of the protocol, at 2026-07-28, where results say their type.
 *
 * spec: basic/index#resulttype
 */
export interface ExtensionResultType {
  /** The methods that may be answered so, such as `tools/call`. */
  readonly methods: readonly string[]
  /**
   * Called before one of these methods is served: gives the members of a result of this type, or nothing, and then the
   * method is served as always. What the protocol checks there, such as who may see a tool, was not checked yet.
   */
  readonly serve: (params: RpcParams, ctx: ExtensionContext) => unknown
}
