import type { EmbeddedResource, LogLevel, ResourceLink, WireContent } from 'omniport/protocol'
import type { DisplayMode, ViewSize } from './display.js'
import type { InitializeParams } from './initialize.js'

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The parameters of the requests of a view, by method. spec: apps#requests-view--host */
export interface ViewRequests {
  'ui/initialize': InitializeParams
  'ui/open-link': { readonly url: string }
  'ui/download-file': { readonly contents: readonly (EmbeddedResource<string> | ResourceLink)[] }
  'ui/message': { readonly role: 'user'; readonly content: readonly WireContent[] }
  'ui/request-display-mode': { readonly mode: DisplayMode }
  'ui/update-model-context': ModelContext
  'tools/call': { readonly name: string; readonly arguments: JsonObject }
  'resources/read': { readonly uri: string }
  'resources/list': { readonly cursor?: string | undefined }
  ping: JsonObject
}

/** The parameters of the notifications of a view, by method. spec: apps#mcp-apps-specific-messages */
export interface ViewNotifications {
  'ui/notifications/initialized': JsonObject
  'ui/notifications/size-changed': ViewSize
  'ui/notifications/request-teardown': JsonObject
  'notifications/message': { readonly level: LogLevel; readonly data: unknown; readonly logger?: string | undefined }
}

/** Something that the model gets to know with its next turn. Each update replaces the one before. */
export interface ModelContext {
  readonly content?: readonly WireContent[] | undefined
  readonly structuredContent?: JsonObject | undefined
}
