import type { ExtensionContext } from './extension-context.js'

/**
 * What a client can listen for beside the changes that the protocol knows: a member of `notifications` in
 * `subscriptions/listen`.
 *
 * spec: basic/patterns/subscriptions
 */
export interface ExtensionFilter {
  /**
   * Of what was asked for, any JSON, that which is granted: it is acknowledged as it is. Nothing: none of it. A thrown
   * `RpcError` refuses the subscription.
   */
  readonly honour: (asked: unknown, ctx: ExtensionContext) => unknown
  /**
   * Called once it is acknowledged. Until `ctx.signal` aborts, which is the end of the subscription, `ctx.notify` sends on
   * its stream. What is thrown before ends the subscription with an error.
   */
  readonly deliver: (honoured: never, ctx: ExtensionContext) => void | Promise<void>
}
