import type { ExtensionContext } from './extension-context.js'

/**
 * A change beside those of the protocol that a client can listen for: a member of `notifications` in
 * `subscriptions/listen`.
 *
 * spec: basic/patterns/subscriptions
 */
export interface ExtensionFilter {
  /**
   * Gets the requested value, any JSON, and gives the part to grant, which is acknowledged as it is. Nothing grants
   * nothing. A thrown `RpcError` rejects the subscription.
   */
  readonly honour: (asked: unknown, ctx: ExtensionContext) => unknown
  /**
   * Called when the subscription is acknowledged. `ctx.notify` sends on its stream until `ctx.signal` aborts, which is
   * the end of the subscription. An error thrown before ends the subscription with an error.
   */
  readonly deliver: (honoured: never, ctx: ExtensionContext) => void | Promise<void>
}
