import type { CallToolResult, Tool } from 'omniport'
import type { Clock } from 'omniport/jsonrpc'
import type { Implementation, LogLevel, ReadResourceResult, WireContent } from 'omniport/protocol'
import type { AppCapabilities, Csp, Permissions } from '../messages/capabilities.js'
import type { DisplayMode, ViewSize } from '../messages/display.js'
import type { HostContext } from '../messages/host-context.js'
import type { JsonObject, ModelContext } from '../messages/methods.js'
import type { BridgeLimits } from './bridge-limits.js'

/** Options of `createAppBridge`. */
export interface AppBridgeOptions {
  /** The element that the frame is put into, as its last child. */
  readonly container: Node
  /** The URL of the page that `sandboxPage` makes. Its origin must not be that of this page. */
  readonly sandboxUrl: string | URL
  /** The user interface, as `loadApp` of `omniport/client` reads it. */
  readonly app: AppSource
  /** Its server; that of `loadApp` is the same object. Without it a view calls no tools and reads no resources. */
  readonly server?: AppServer | undefined
  /** The name and version of this host. */
  readonly hostInfo: Implementation
  /** What the view is told of its surroundings. A view has the display modes and dimensions that are in it. Default: nothing. */
  readonly hostContext?: HostContext | undefined
  /** The parts of the device that the host lets a view use, if it asks for them. Default: none. */
  readonly permissions?: Permissions | undefined
  /** Questions to the person. */
  readonly ask?: BridgeQuestions | undefined
  readonly on?: BridgeEvents | undefined
  readonly limits?: Partial<BridgeLimits> | undefined
  /** Default: that of the browser. */
  readonly clock?: Clock | undefined
}

/** A user interface, as its server gives it. Everything in it is hostile until checked, which the bridge does. */
export interface AppSource {
  /** An HTML document. */
  readonly html: string
  /** The origins that the view may reach. Default: none. */
  readonly csp?: Csp | undefined
  /** The parts of the device that it wants to use. Default: none. */
  readonly permissions?: { readonly [name in keyof Permissions]?: object | undefined } | undefined
}

/** What a view may use of its server. */
export interface AppServer {
  /** All tools of the server. A view calls only those whose `_meta.ui.visibility` lists `app`, or which have none. */
  listTools(): Promise<readonly Tool[]>
  callTool(
    name: string,
    args: JsonObject,
    options: { readonly signal: AbortSignal },
  ): PromiseLike<CallToolResult<string>>
  /** Without it a view reads no resources. */
  readResource?(uri: string, options: { readonly signal: AbortSignal }): Promise<ReadResourceResult>
}

/**
 * Questions to the person who uses the host. Each returns true if they allow it; `signal` aborts when the view withdraws its
 * request. Without the function the answer is no, and the view is told that this host does not do that.
 */
export interface BridgeQuestions {
  /** May this address be opened? It is http or https. The bridge opens it, in a new tab that knows nothing of this page. */
  link?(url: URL, signal: AbortSignal): boolean | Promise<boolean>
  /** May this become a message of the person, in the conversation? */
  message?(message: ViewMessage, signal: AbortSignal): boolean | Promise<boolean>
  /** May the view call this tool? A host that asks in `callTool` of the server returns true. */
  tool?(call: ViewToolCall, signal: AbortSignal): boolean | Promise<boolean>
}

/** A message that a view wants to send in the name of the person. */
export interface ViewMessage {
  readonly role: 'user'
  /** Blocks of content. Their type is one of the protocol, their other members are as the view sent them. */
  readonly content: readonly WireContent[]
}

/** A tool that a view wants to call. */
export interface ViewToolCall {
  readonly tool: Tool
  readonly arguments: JsonObject
}

/** What a view does. All of it is optional; a view is told by its host's capabilities what is there. */
export interface BridgeEvents {
  /** A message that `ask.message` allowed. */
  message?(message: ViewMessage): void | Promise<void>
  /** Something for the next turns of the model. It replaces what this view gave before. */
  modelContext?(context: ModelContext): void | Promise<void>
  /** The view asks for a mode that it declared and that `hostContext` has. Returns the mode that it gets. */
  displayMode?(mode: DisplayMode): DisplayMode | Promise<DisplayMode>
  /** The frame got another size, in pixels: that of the view, cut to the limits and the dimensions of `hostContext`. */
  size?(size: ViewSize): void
  /** A message for developers. */
  log?(entry: { readonly level: LogLevel; readonly data: unknown; readonly logger?: string | undefined }): void
  /** A request of the view, before it is checked and served: for an audit log. */
  request?(method: string, params: JsonObject): void
  /** The view wants to be closed. */
  closeRequest?(): void
  /**
   * The view did not answer a ping in time; called once until it answers again. `close` removes it. `hasAnswered`: it answered
   * one before. A view without a library may never do so.
   */
  unresponsive?(view: { readonly hasAnswered: boolean }): void
  /** The view is gone, by `close` or by a fault of its own. Called once. */
  end?(reason: EndReason): void
  /** A failure that nobody waits for, such as an exception in one of these functions. Default: `reportError` of the page. */
  error?(reason: unknown): void
}

/**
 * - `closed`: the host closed it.
 * - `timeout`: it did not start in time, or the page of the sandbox did not.
 * - `rate`: it sent too many messages.
 * - `navigated`: it loaded another document in its place.
 */
export type EndReason = 'closed' | 'timeout' | 'rate' | 'navigated'

/** The name and the features that a view gave in `ui/initialize`. */
export interface ViewInfo {
  readonly info: Implementation
  readonly capabilities: AppCapabilities
}
