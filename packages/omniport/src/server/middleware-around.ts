import type { RpcNotification, RpcRequest } from '../jsonrpc/messages/messages.js'
import type { Exchange, Middleware } from '../protocol/exchange/exchange.js'
import { isRequest } from '../protocol/exchange/is-request.js'
import { findDefinition } from './definitions/find-definition.js'
import type { ServerParts } from './methods.js'

/**
 * Lists the middleware around one message inside the server's own, outermost first: that of the extensions that the client
 * declared, of the server a mounted definition came from, and of a tool around its calls.
 */
export function middlewareAround(
  parts: ServerParts,
  message: RpcRequest | RpcNotification,
  exchange: Exchange,
): readonly Middleware[] {
  const extended = parts.extensions.middleware(exchange)
  const defined = middlewareOfDefinition(parts, message, exchange)
  return extended.length === 0 ? defined : [...extended, ...defined]
}

/** A definition that the caller may not see has no middleware, and neither has a malformed request. */
function middlewareOfDefinition(
  parts: ServerParts,
  message: RpcRequest | RpcNotification,
  exchange: Exchange,
): readonly Middleware[] {
  const isCall = isRequest(message, 'tools/call')
  if (!isCall && message.method === 'tools/call') return noMiddleware
  if (message.method === 'prompts/get' && !isRequest(message, 'prompts/get')) return noMiddleware
  const entry = findDefinition(parts, message, exchange.principal)
  if (!entry?.isVisible(exchange.principal)) return noMiddleware
  const own = isCall ? (parts.tools.get(message.params.name)?.definition.use ?? noMiddleware) : noMiddleware
  const mounted = entry.services === parts.services ? noMiddleware : entry.services.middleware()
  return mounted.length === 0 ? own : [...mounted, ...own]
}

const noMiddleware: readonly Middleware[] = []
