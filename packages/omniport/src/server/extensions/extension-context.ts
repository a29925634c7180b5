import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { RequestContext } from '../requests/context.js'

/** The context of the functions of an extension. */
export interface ExtensionContext extends RequestContext {
  /** The settings that the client declared for this extension. Do not trust them before a check. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Sends a notification that belongs to the request, such as `notifications/search/found`. */
  notify(method: string, params?: RpcParams): void
}
