import type { AppBridge } from './app-bridge.js'
import type { AppBridgeOptions } from './bridge-options.js'
import { checkBridgeOptions } from './check-bridge-options.js'
import { RunningBridge } from './running-bridge.js'

/**
 * Shows the user interface of a tool: puts a sandboxed frame into `container`, starts the view in it, and serves what it asks for.
 * A view is hostile until proven otherwise: it reaches no other document, no address that its `csp` does not name, no tool that is
 * not for apps of its server, and nothing of the person without a question.
 *
 * Throws TypeError for wrong options, and OmniportError `limit` for HTML that is too long. Whoever creates it closes it.
 *
 * spec: apps#lifecycle
 */
export function createAppBridge(options: AppBridgeOptions): AppBridge {
  return new RunningBridge(options, checkBridgeOptions(options, window.location.origin))
}
