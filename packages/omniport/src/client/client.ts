import type { LogLevel } from '../protocol/exchange/log-level.js'
import type { Implementation } from '../protocol/exchange/peer.js'
import type { Prompt } from '../protocol/model/prompt.js'
import type { Resource, ResourceTemplate } from '../protocol/model/resource.js'
import type {
  Completion,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  ReadResourceResult,
} from '../protocol/model/results.js'
import type { Tool } from '../protocol/model/tool.js'
import type { Revision } from '../protocol/revisions/revision.js'
import type { AnySchema, Input, Output } from '../schema/schema.js'
import type { Tools } from '../server/server.js'
import type { ToolDefinition } from '../server/tools/tool.js'
import type { CallOptions, ListOptions } from './call-options.js'
import type { Roots } from './connect-options.js'
import type { Filter, Listening } from './subscriptions/listening.js'
import type { ToolResult } from './tools/tool-result.js'

/**
 * A connection to one server, whatever its revision. `T` is what is known of its tools: `connect<typeof server>(…)`.
 *
 * Every method rejects with `RpcError` (what the server answered), `OmniportError` (what went wrong on this side), or the
 * reason of an aborted `signal`. Whoever connected closes it.
 */
export interface Client<T extends Tools = Tools> {
  readonly revision: Revision
  /** How the server names itself: display data. */
  readonly server: Implementation & { readonly instructions?: string | undefined }
  /** What the server declared. */
  readonly capabilities: Readonly<Record<string, unknown>>
  /** The process of a server that was started. */
  readonly pid?: number | undefined

  /** All pages. Like the other lists, empty where the server has none, and kept for as long as the server allows. */
  listTools(options?: ListOptions): Promise<readonly Tool[]>
  /** All pages. */
  listResources(options?: ListOptions): Promise<readonly Resource[]>
  /** All pages. */
  listResourceTemplates(options?: ListOptions): Promise<readonly ResourceTemplate[]>
  /** All pages. */
  listPrompts(options?: ListOptions): Promise<readonly Prompt[]>

  /**
   * Calls a tool. A failure of the tool is a result with `isError`. Never sent twice. A call that the server goes on with as a
   * task is waited for all the same, for as long as the task may live: of the `maxTimeoutMs` only one given here ends that,
   * while `timeoutMs` is for each answer about it. Whoever gives it up has the task cancelled.
   *
   * spec: server/tools#calling-tools
   */
  callTool<N extends keyof T & string>(
    name: N,
    args: ArgsOf<T[N]>,
    options?: CallOptions,
  ): Promise<ToolResult<DataOf<T[N]>>>
  /** Calls a tool nothing is known of: `output` validates and types its `structuredContent`. */
  callTool<S extends AnySchema>(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions & { readonly output: S },
  ): Promise<ToolResult<Output<S>>>
  /**
   * Calls a tool as a task, and settles when the server has created it; aborting `signal` has no effect afterwards. A server
   * may answer at once instead, or with what one of the `extensions` leads to the result: that task is completed and has an empty
   * id. Rejects with OmniportError `unsupported` where the server has no tasks, or does not run this tool as one.
   *
   * spec: SEP-2663, 2025-11-25 basic/utilities/tasks
   */
  callTask<N extends keyof T & string>(
    name: N,
    args: ArgsOf<T[N]>,
    options?: CallOptions,
  ): Promise<CalledTask<DataOf<T[N]>>>

  /** Contents are cached as long as the server allows. spec: server/resources#reading-resources */
  readResource(uri: string, options?: ListOptions): Promise<ReadResourceResult>
  /** The messages of a prompt, with its arguments filled in. spec: server/prompts#getting-a-prompt */
  getPrompt(name: string, args?: Readonly<Record<string, string>>, options?: CallOptions): Promise<GetPromptResult>
  /** Suggestions for an argument; `arguments` are the others, as far as they are known. spec: server/utilities/completion */
  complete(
    ref: CompletionRef,
    argument: { readonly name: string; readonly value: string },
    options?: CallOptions & { readonly arguments?: Readonly<Record<string, string>> | undefined },
  ): Promise<Completion>

  /** One page of a list, as the server gave it. */
  request<M extends keyof Lists>(
    method: M,
    params?: { readonly cursor?: string | undefined },
    options?: CallOptions,
  ): Promise<Lists[M]>
  /** Any request: nothing is cached or paged; known results are checked as everywhere. See `autoAnswer` for questions. */
  request(method: string, params?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>
  /** Hears of changes. Settles when the server has acknowledged: nothing after that is missed. */
  listen(filter: Filter, options?: { readonly signal?: AbortSignal | undefined }): Promise<Listening>

  /**
   * Replaces the roots given to `connect`, and tells the server. Deprecated by the protocol.
   *
   * @throws TypeError for what is no root, or when none were given to `connect`: an empty list will do.
   */
  setRoots(roots: Roots): void
  /**
   * Asks for log messages of `level` and above, on every connection to come. Deprecated by the protocol.
   *
   * spec: server/utilities/logging
   */
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void>
  /** Settles when the server answers. */
  ping(options?: CallOptions): Promise<void>
  /** Ends the connection, and the server's process if it was started. What is pending rejects with `closed`. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A call that goes on as a task. */
export interface CalledTask<T> {
  readonly id: string
  /** As last heard: `working`, `input_required`, `completed`, `failed` or `cancelled`. */
  readonly status: string
  /**
   * Waits for its end, for `maxTimeoutMs` at most if that was given to `callTask`, and answers what it asks meanwhile. May be
   * called more than once. Rejects with RpcError when the call failed or the server knows the task no more, with OmniportError
   * `closed` when it was cancelled, and `timeout`; the task goes on then.
   */
  result(): Promise<ToolResult<T>>
  /** Settles when the server knows. The task may complete all the same. */
  cancel(): Promise<void>
}

/** What suggestions are asked for. */
export type CompletionRef =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string }

/** The arguments a caller gives to a tool, before defaults and transforms. */
export type ArgsOf<D> = D extends ToolDefinition<infer I, unknown, never> ? Input<I> : Record<string, unknown>

/** The structured value of a tool; unknown where it declares none. */
export type DataOf<D> =
  D extends ToolDefinition<unknown, infer O, never> ? (O extends AnySchema ? Output<O> : unknown) : unknown

interface Lists {
  'tools/list': ListToolsResult
  'resources/list': ListResourcesResult
  'resources/templates/list': ListResourceTemplatesResult
  'prompts/list': ListPromptsResult
}
