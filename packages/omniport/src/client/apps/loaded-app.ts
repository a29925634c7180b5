import type { AppMeta } from '../../protocol/apps/app-meta.js'
import type { ReadResourceResult } from '../../protocol/model/results.js'
import type { Tool } from '../../protocol/model/tool.js'
import type { ListOptions, ToolCallOptions } from '../call-options.js'
import type { ToolResult } from '../tools/tool-result.js'

/**
 * An app that was read from its server and checked: a page, what it declares, and what its view may use of the server. All of it is
 * the server's: show it in a sandbox only, with these domains and permissions at most.
 *
 * spec: SEP-1865#ui-resource-format
 */
export interface LoadedApp extends AppMeta, AppServer {
  /** Its address on its server, with the scheme `ui:`. */
  readonly uri: string
  readonly html: string
  /** SHA-256 of the page and of what it declares, in hexadecimal: another one is another app, though at the same address. */
  readonly definition: string
}

/** The server of an app, as its view may use it. */
export interface AppServer {
  /** The tools of this server that its views may call. spec: SEP-1865#visibility */
  listTools(): Promise<readonly Tool[]>
  /**
   * Calls a tool of this server by its name there. Rejects with OmniportError `denied` for a tool whose `_meta.ui.visibility` does
   * not list `app`, and with `not_found` for one that is not there. spec: SEP-1865#visibility
   */
  callTool(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: ToolCallOptions,
  ): Promise<ToolResult<unknown>>
  /** Reads a resource of this server. */
  readResource(uri: string, options?: ListOptions): Promise<ReadResourceResult>
}
