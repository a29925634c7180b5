import type { LogLevel } from '../protocol/exchange/log-level.js'
import type { Implementation } from '../protocol/exchange/peer.js'
import type { Prompt } from '../protocol/model/prompt.js'
import type { Resource, ResourceTemplate } from '../protocol/model/resource.js'
import type { Completion, GetPromptResult, ReadResourceResult } from '../protocol/model/results.js'
import type { Tool } from '../protocol/model/tool.js'
import type { Revision } from '../protocol/revisions/revision.js'
import type { AnySchema, Input, Output } from '../schema/schema.js'
import type { Tools } from '../server/server.js'
import type { ToolDefinition } from '../server/tools/tool.js'
import type { Skill } from '../skills/skill.js'
import type { CallOptions, ListOptions, ToolCallOptions } from './call-options.js'
import type { Roots } from './connect-options.js'
import type { ListResults } from './requests/results.js'
import type { LoadedSkill } from './skills/loaded-skill.js'
import type { Filter, Listening } from './subscriptions/listening.js'
import type { ToolResult } from './tools/tool-result.js'

/**
 * A connection to one server of any revision. `T` is the type of its tools: `connect<typeof server>(…)`.
 *
 * Every method rejects with `RpcError` (an error of the server), `OmniportError` (an error on this side), or the reason of
 * an aborted `signal`. The caller of `connect` closes it.
 */
export interface Client<T extends Tools = Tools> {
  readonly revision: Revision
  /** The name that the server gives itself: display data. */
  readonly server: Implementation & { readonly instructions?: string | undefined }
  /** The capabilities that the server declared. */
  readonly capabilities: Readonly<Record<string, unknown>>
  /** The process id of a server that this client started. */
  readonly pid?: number | undefined

  /** All pages. Like the other lists, it is empty where the server has none, and cached for as long as the server allows. */
  listTools(options?: ListOptions): Promise<readonly Tool[]>
  /** All pages. */
  listResources(options?: ListOptions): Promise<readonly Resource[]>
  /** All pages. */
  listResourceTemplates(options?: ListOptions): Promise<readonly ResourceTemplate[]>
  /** All pages. */
  listPrompts(options?: ListOptions): Promise<readonly Prompt[]>

  /**
   * Calls a tool. A failure of the tool is a result with `isError`. The call is sent again only if the server refused it
   * because it does not know the session any more, once. When the server continues it as a task, it settles with the result
   * of the task: then only a `maxTimeoutMs` given here limits the wait, and `timeoutMs` is for each response about the task.
   * Giving up the call cancels the task.
   *
   * The result is checked against the output schema of the tool, if the tools were listed. Rejects with OmniportError
   * `unsupported`, and sends nothing, when that schema cannot be checked, for example because it refers to another document;
   * the message names the place. See `validateOutput`.
   *
   * spec: server/tools#calling-tools, basic/index#ref-resolution
   */
  callTool<N extends keyof T & string>(
    name: N,
    args: ArgsOf<T[N]>,
    options?: ToolCallOptions,
  ): Promise<ToolResult<DataOf<T[N]>>>
  /** Calls a tool of unknown type: `output` validates and types its `structuredContent`. */
  callTool<const S extends AnySchema>(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: ToolCallOptions & { readonly output: S },
  ): Promise<ToolResult<Output<S>>>
  /**
   * Calls a tool as a task, and settles when the server has created it; aborting `signal` has no effect afterwards. When
   * the server answers at once instead, or with a result of one of the `extensions`, the task is completed and its id is
   * empty. Rejects with OmniportError `unsupported` where the server has no tasks, or does not run this tool as one, and as
   * `callTool` does.
   *
   * spec: SEP-2663, 2025-11-25 basic/utilities/tasks
   */
  callTask<N extends keyof T & string>(
    name: N,
    args: ArgsOf<T[N]>,
    options?: ToolCallOptions,
  ): Promise<CalledTask<DataOf<T[N]>>>
  /**
   * Takes a task up again by the id that `callTask` gave, after a restart or in another program; with `auth` only whoever called the
   * tool can. `output` validates and types its `structuredContent`. Rejects with RpcError -32602 where the server does not know the
   * task, or not any more, and with OmniportError `unsupported` where it has no tasks.
   *
   * spec: SEP-2663, 2025-11-25 basic/utilities/tasks#getting-tasks
   */
  getTask<const S extends AnySchema>(
    id: string,
    options: ToolCallOptions & { readonly output: S },
  ): Promise<CalledTask<Output<S>>>
  getTask(id: string, options?: ToolCallOptions): Promise<CalledTask<unknown>>

  /** Caches the contents for as long as the server allows. spec: server/resources#reading-resources */
  readResource(uri: string, options?: ListOptions): Promise<ReadResourceResult>

  /**
   * The entries of the skills that the server lists, all pages; it may serve others. Cached as other lists are. Entries that are
   * malformed are left out and reported to `onError`.
   *
   * This method and the next three reject with OmniportError `unsupported` where the server did not declare the extension, as no
   * legacy server can: there skills are plain resources.
   *
   * spec: extensions/skills#listing-skills
   */
  listSkills(options?: ListOptions): Promise<readonly Skill[]>
  /**
   * The entry of one skill by the URI of its `SKILL.md`, listed or not. Rejects with RpcError -32602 if the server does not serve
   * it. spec: extensions/skills#getting-a-skill
   */
  getSkill(uri: string, options?: ListOptions): Promise<Skill>
  /**
   * Loads a skill: reads its `SKILL.md` and checks its size, its digest and each field of its frontmatter against the entry. By
   * its URI, the entry is requested first. Its other files are read by `read` of the result, when they are needed, and checked too.
   *
   * Rejects with OmniportError `invalid_result` if something does not match, and says what; with `limit`, before it reads
   * anything, if the skill has more than 512 files or 16 MiB. The caller asks the user, and says to the model where the skill
   * is from: a match says nothing of whether to trust it.
   *
   * spec: extensions/skills#integrity-and-verification
   */
  skill(skill: string | Skill, options?: CallOptions): Promise<LoadedSkill>
  /**
   * The direct children of a directory, all pages; those that are directories have the MIME type `inode/directory`. Rejects with
   * OmniportError `unsupported` where the server did not declare `directoryRead`.
   *
   * spec: extensions/skills#reading-directories
   */
  readDirectory(uri: string, options?: CallOptions): Promise<readonly Resource[]>

  /** The messages of a prompt, with its arguments filled in. spec: server/prompts#getting-a-prompt */
  getPrompt(name: string, args?: Readonly<Record<string, string>>, options?: CallOptions): Promise<GetPromptResult>
  /**
   * Suggestions for an argument; `arguments` are the other ones that are known. Equal requests that are under way at once are
   * one on the wire, unless they have `onProgress` or `meta` of their own; the time that it may take runs from the first of
   * them. It is cancelled when the signals of all who wait have aborted.
   *
   * spec: server/utilities/completion
   */
  complete(
    ref: CompletionRef,
    argument: { readonly name: string; readonly value: string },
    options?: CallOptions & { readonly arguments?: Readonly<Record<string, string>> | undefined },
  ): Promise<Completion>

  /** One page of a list, as the server sent it. */
  request<M extends keyof ListResults>(
    method: M,
    params?: { readonly cursor?: string | undefined },
    options?: CallOptions,
  ): Promise<ListResults[M]>
  /** Any request, without caching or paging; results of known methods are checked. See `autoAnswer` for input requests. */
  request(method: string, params?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>
  /**
   * Subscribes to changes. Settles when the server has acknowledged: no change after that is missed. Changes that the server does
   * not announce are no error: they are not in the `filter` of the result, and do not come. Rejects with TypeError for a member of
   * the filter that does not exist.
   */
  listen(filter: Filter, options?: { readonly signal?: AbortSignal | undefined }): Promise<Listening>

  /**
   * Replaces the roots given to `connect`, and tells the server. Deprecated by the protocol.
   *
   * @throws TypeError for an invalid root, or when `connect` got no roots; an empty list is enough.
   */
  setRoots(roots: Roots): void
  /**
   * Asks for log messages of `level` and above, also on later connections. Deprecated by the protocol.
   *
   * spec: server/utilities/logging
   */
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void>
  /** Settles when the server answers. */
  ping(options?: CallOptions): Promise<void>
  /** Ends the connection, and the process of a server that was started. Pending requests reject with `closed`. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A call that the server runs as a task. */
export interface CalledTask<T> {
  readonly id: string
  /** As the server sent it last: `working`, `input_required`, `completed`, `failed` or `cancelled`. */
  readonly status: string
  /**
   * Waits for the end, for `maxTimeoutMs` at most if `callTask` got that, and answers the input requests of the task. May
   * be called more than once. Rejects with RpcError when the call failed or the server does not know the task any more, and
   * with OmniportError `closed` when it was cancelled, or `timeout`, after which the task goes on.
   */
  result(): Promise<ToolResult<T>>
  /** Settles when the server knows. The task may complete all the same. */
  cancel(): Promise<void>
}

/** The prompt or the resource template that an argument belongs to. */
export type CompletionRef =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string }

/** The arguments a caller gives to a tool, before defaults and transforms. */
export type ArgsOf<D> = D extends ToolDefinition<infer I, unknown, never> ? Input<I> : Record<string, unknown>

/** The type of the structured value of a tool; unknown where the tool declares none. */
export type DataOf<D> =
  D extends ToolDefinition<unknown, infer O, never> ? (O extends AnySchema ? Output<O> : unknown) : unknown
