import type { RpcNotification, RpcRequest } from '../jsonrpc/messages/messages.js'
import type { Exchange, Middleware } from '../protocol/exchange/exchange.js'
import { isRequest } from '../protocol/exchange/is-request.js'
import { isObject } from '../values/json/is-object.js'
import type { Entry } from './definitions/entry.js'
import type { ServerParts } from './methods.js'

/**
 * What wraps one message beside the server's own middleware: that of the extensions that the client declared, of the server
 * a mounted definition came from, and of a tool around its calls.
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

/** What the caller may not see is not there, its middleware neither. */
function middlewareOfDefinition(
  parts: ServerParts,
  message: RpcRequest | RpcNotification,
  exchange: Exchange,
): readonly Middleware[] {
  const entry = entryOf(parts, message, exchange)
  if (!entry?.isVisible(exchange.principal)) return noMiddleware
  const own = isRequest(message, 'tools/call')
    ? (parts.tools.get(message.params.name)?.definition.use ?? noMiddleware)
    : noMiddleware
  const mounted = entry.services === parts.services ? noMiddleware : entry.services.middleware()
  return mounted.length === 0 ? own : [...mounted, ...own]
}

const noMiddleware: readonly Middleware[] = []

/** The definition that a request names. */
function entryOf(
  { tools, prompts, index }: ServerParts,
  message: RpcRequest | RpcNotification,
  { principal }: Exchange,
): Entry | undefined {
  if (isRequest(message, 'tools/call')) return tools.get(message.params.name)
  if (isRequest(message, 'prompts/get')) return prompts.get(message.params.name)
  if (message.method === 'completion/complete') return completedBy({ prompts, index }, message.params?.['ref'])
  const uri = uriMethods.has(message.method) ? message.params?.['uri'] : undefined
  return typeof uri === 'string' ? index.find(uri, principal)?.entry : undefined
}

const uriMethods: ReadonlySet<string> = new Set(['resources/read', 'resources/subscribe'])

function completedBy({ prompts, index }: Pick<ServerParts, 'prompts' | 'index'>, ref: unknown): Entry | undefined {
  if (!isObject(ref)) return undefined
  const { type, name, uri } = ref
  if (type === 'ref/prompt') return typeof name === 'string' ? prompts.get(name) : undefined
  return typeof uri === 'string' ? index.template(uri) : undefined
}
