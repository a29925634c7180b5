import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { RequestContext } from '../requests/context.js'

/** What the functions of an extension are given. */
export interface ExtensionContext extends RequestContext {
  /** What the client declared for this extension: hostile until checked. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Sends a notification that belongs to the request, such as `notifications/search/found`. */
  notify(method: string, params?: RpcParams): void
}
