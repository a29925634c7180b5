import type { CallToolResult } from 'omniport'
import type { HostContext } from '../messages/host-context.js'
import type { JsonObject } from '../messages/methods.js'
import type { ViewInfo } from './bridge-options.js'

/**
 * The connection of a page with one view. What is sent before the view has started waits for it, in order; after the end nothing
 * is sent.
 */
export interface AppBridge {
  /** The outer frame. It belongs to the bridge, which sets its size and removes it. */
  readonly frame: HTMLIFrameElement
  /** The Content-Security-Policy of the view, for logs. */
  readonly policy: string
  /** Entries of the `csp` that are no origins, and count for nothing. */
  readonly refusedDomains: readonly string[]
  /**
   * Resolves when the view has started. Rejects with OmniportError `timeout` or `closed` when it did not. A host that does not
   * wait for it need not catch that.
   */
  readonly ready: Promise<ViewInfo>
  /** Sends the arguments of the call as far as they are known. After `sendToolInput`: nothing. */
  sendToolInputPartial(args: JsonObject): void
  /** Sends the whole arguments. @throws TypeError when it was called before. */
  sendToolInput(args: JsonObject): void
  /** Sends the result of the call. @throws TypeError before `sendToolInput`, and after another result or a cancellation. */
  sendToolResult(result: CallToolResult<string>): void
  /** Tells the view that the call was cancelled. @throws TypeError after a result or another cancellation. */
  sendToolCancelled(reason?: string): void
  /**
   * Changes some of the surroundings.
   *
   * @throws TypeError for a display mode that the view did not declare, before or after it has started.
   */
  updateHostContext(changes: HostContext): void
  /**
   * Lets the view finish its work, for `teardownMs` at most, and removes it. Never rejects. Further calls return the same promise.
   */
  close(reason?: string): Promise<void>
}
