import type { CallToolResult } from 'omniport'
import type {
  EmbeddedResource,
  ListResourcesResult,
  LogLevel,
  ReadResourceResult,
  ResourceLink,
  WireContent,
} from 'omniport/protocol'
import type { Csp, Permissions } from './capabilities.js'
import type { DisplayMode, ViewSize } from './display.js'
import type { HostContext } from './host-context.js'
import type { InitializeParams, InitializeResult } from './initialize.js'

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The requests of a view, by method: their parameters and their results. spec: apps#requests-view--host */
export interface ViewRequests {
  'ui/initialize': { params: InitializeParams; result: InitializeResult }
  'ui/open-link': { params: { readonly url: string }; result: ActionResult }
  'ui/download-file': {
    params: { readonly contents: readonly (EmbeddedResource<string> | ResourceLink)[] }
    result: ActionResult
  }
  'ui/message': {
    params: { readonly role: 'user'; readonly content: readonly WireContent[] }
    result: ActionResult
  }
  'ui/request-display-mode': { params: { readonly mode: DisplayMode }; result: { readonly mode: DisplayMode } }
  'ui/update-model-context': { params: ModelContext; result: JsonObject }
  'tools/call': {
    params: { readonly name: string; readonly arguments?: JsonObject | undefined }
    result: CallToolResult<string>
  }
  'resources/read': { params: { readonly uri: string }; result: ReadResourceResult }
  'resources/list': { params: { readonly cursor?: string | undefined }; result: ListResourcesResult }
  ping: { params: JsonObject; result: JsonObject }
}

/** The notifications of a view, by method: their parameters. */
export interface ViewNotifications {
  'ui/notifications/initialized': JsonObject
  'ui/notifications/size-changed': ViewSize
  'ui/notifications/request-teardown': JsonObject
  'notifications/message': {
    readonly level: LogLevel
    readonly data: unknown
    readonly logger?: string | undefined
  }
}

/** The requests of a host, by method. */
export interface HostRequests {
  'ui/resource-teardown': { params: { readonly reason?: string | undefined }; result: JsonObject }
  ping: { params: JsonObject; result: JsonObject }
}

/** The notifications of a host, by method. spec: apps#notifications-host--view */
export interface HostNotifications {
  'ui/notifications/tool-input': { readonly arguments?: JsonObject | undefined }
  'ui/notifications/tool-input-partial': { readonly arguments?: JsonObject | undefined }
  'ui/notifications/tool-result': CallToolResult<string>
  'ui/notifications/tool-cancelled': { readonly reason?: string | undefined }
  'ui/notifications/host-context-changed': HostContext
}

/** The notifications between a host and its sandbox proxy, by method. No view sees them. spec: apps#reserved-messages-sandbox-proxy */
export interface SandboxNotifications {
  'ui/notifications/sandbox-proxy-ready': JsonObject
  'ui/notifications/sandbox-resource-ready': {
    readonly html: string
    readonly sandbox?: string | undefined
    readonly csp?: Csp | undefined
    readonly permissions?: Permissions | undefined
  }
}

/** The result of something that the host does for a view; `isError`: it did not. */
export interface ActionResult {
  readonly isError?: boolean | undefined
}

/** Something that the model gets to know with its next turn. Each update replaces the one before. */
export interface ModelContext {
  readonly content?: readonly WireContent[] | undefined
  readonly structuredContent?: JsonObject | undefined
}
