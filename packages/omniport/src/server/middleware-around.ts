import type { RpcNotification, RpcRequest } from '../jsonrpc/messages.js'
import type { Exchange, Middleware } from '../protocol/exchange.js'
import { isRequest } from '../protocol/is-request.js'
import type { Entry } from './entry.js'
import type { ServerParts } from './methods.js'

/**
 * What wraps one message beside the server's own middleware: that of the server a mounted definition came from, and that of
 * a tool around its calls.
 */
export function middlewareAround(
  { home, tools, prompts, index }: ServerParts,
  message: RpcRequest | RpcNotification,
  exchange: Exchange,
): readonly Middleware[] {
  if (isRequest(message, 'tools/call')) {
    const tool = tools.get(message.params.name)
    const own = tool?.definition.use ?? none
    const mounted = fromHome(tool, home)
    return mounted.length === 0 ? own : [...mounted, ...own]
  }
  if (isRequest(message, 'prompts/get')) return fromHome(prompts.get(message.params.name), home)
  if (isRequest(message, 'resources/read')) {
    return fromHome(index.find(message.params.uri, exchange.principal)?.entry, home)
  }
  return none
}

const none: readonly Middleware[] = []

function fromHome(entry: Entry | undefined, home: ServerParts['home']): readonly Middleware[] {
  return entry === undefined || entry.home === home ? none : entry.home.middleware()
}
