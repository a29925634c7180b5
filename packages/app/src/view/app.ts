import type { ArgsOf, DataOf, ToolResult } from 'omniport/client'
import type {
  EmbeddedResource,
  Implementation,
  ListResourcesResult,
  LogLevel,
  ReadResourceResult,
  ResourceLink,
  WireContent,
} from 'omniport/protocol'
import type { RequestOptions } from '../channel/sent-requests.js'
import type { HostCapabilities } from '../messages/capabilities.js'
import type { DisplayMode, ViewSize } from '../messages/display.js'
import type { HostContext } from '../messages/host-context.js'
import type { ModelContext } from '../messages/methods.js'
import type { Cancellation, ToolState } from './tool-state.js'

/**
 * A view that is connected to its host. `D` is the type of the tool that it shows.
 *
 * The functions that listen (`on…`) return a function that stops it. A listener for something that has arrived already is called
 * at once, so that nothing is missed, whenever it is added.
 *
 * The methods that ask the host for something reject with `RpcError` as the host answered it, with OmniportError `timeout` or
 * `closed`, and with the reason of their `signal`. What is sent has to be plain data: for functions and proxies they reject with
 * the browser's DataCloneError, which `log` throws.
 */
export interface App<D = unknown> {
  /** The name of the host. Display data: decide nothing on it. */
  readonly host: Implementation
  readonly hostCapabilities: HostCapabilities
  /** Theme, locale, size and more, with all changes up to now. Each change makes a new object. */
  readonly hostContext: HostContext
  /** The tool call that is shown: its arguments and its result, as far as they are there. */
  readonly tool: ToolState<D>

  /** Calls `listener` with the arguments of the tool call. */
  onToolInput(listener: (input: ArgsOf<D>) => void): () => void
  /** Calls `listener` with the arguments as they are written: see `ToolState.partialInput`. */
  onPartialToolInput(listener: (input: Partial<ArgsOf<D>>) => void): () => void
  /** Calls `listener` with the result of the tool call. Check its `isError`. */
  onToolResult(listener: (result: ToolResult<DataOf<D>>) => void): () => void
  /** Calls `listener` when the call was cancelled. */
  onToolCancelled(listener: (cancellation: Cancellation) => void): () => void
  /** Calls `listener` with the whole context after each change, not with the one at the start. */
  onHostContextChange(listener: (context: HostContext) => void): () => void
  /**
   * Calls `listener` before the host removes the view, which waits for its promise: save what would be lost. A host may wait for
   * a short time only.
   */
  onTeardown(listener: (reason: string | undefined) => unknown): () => void
  /** Calls `listener` after each change of `tool` and of `hostContext`. */
  subscribe(listener: () => void): () => void

  /**
   * Calls a tool of the server that the view comes from. `C` is the type of that tool: `app.callTool<typeof refresh>('refresh', {})`.
   * A tool that fails is a result with `isError`. Rejects with `RpcError` where the tool is not for apps, or the host or its user
   * refuses.
   */
  callTool<C = unknown>(name: string, args: ArgsOf<C>, options?: RequestOptions): Promise<ToolResult<DataOf<C>>>
  /** Reads a resource of the server that the view comes from. */
  readResource(uri: string, options?: RequestOptions): Promise<ReadResourceResult>
  /** One page of the resources of that server. Not all hosts have this. */
  listResources(options?: RequestOptions & { readonly cursor?: string | undefined }): Promise<ListResourcesResult>

  /** Opens a URL in the browser of the user. Rejects with OmniportError `denied` where the host does not. */
  openLink(url: string, options?: RequestOptions): Promise<void>
  /** Saves files for the user, which a sandboxed frame cannot. Rejects with OmniportError `denied` where the host does not. */
  downloadFile(contents: readonly (EmbeddedResource<string> | ResourceLink)[], options?: RequestOptions): Promise<void>
  /** Puts a message of the user into the conversation, which the model answers. Rejects with OmniportError `denied` where the host does not. */
  sendMessage(content: string | readonly WireContent[], options?: RequestOptions): Promise<void>
  /** Gives the model something to know from its next turn on, in place of what an earlier call gave. */
  updateModelContext(context: ModelContext, options?: RequestOptions): Promise<void>
  /**
   * Asks to be shown in another way. Resolves with the mode that is shown afterwards, which may be another one. Rejects with
   * OmniportError `unsupported` for a mode that the view did not declare in `displayModes`, or that the host lacks.
   */
  requestDisplayMode(mode: DisplayMode, options?: RequestOptions): Promise<DisplayMode>
  /** Asks to be removed; a host that agrees tears the view down as always. */
  requestTeardown(): void

  /** Writes to the log of the host. */
  log(level: LogLevel, data: unknown, logger?: string): void
  /** Tells the host the size of the content. With `autoResize` this happens by itself. */
  sendSize(size: ViewSize): void
  /** Resolves when the host answers. */
  ping(options?: RequestOptions): Promise<void>
  /** Ends the connection: nothing is received or sent afterwards, and what is asked rejects with OmniportError `closed`. */
  close(): void
}
