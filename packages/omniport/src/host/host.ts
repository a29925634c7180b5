import type { CallOptions, ListOptions, ToolCallOptions } from '../client/call-options.js'
import type { CalledTask, Client } from '../client/client.js'
import type { ConnectOptions } from '../client/connect-options.js'
import type { ToolResult } from '../client/tools/tool-result.js'
import type { Prompt } from '../protocol/model/prompt.js'
import type { Resource, ResourceTemplate } from '../protocol/model/resource.js'
import type { GetPromptResult, ReadResourceResult } from '../protocol/model/results.js'
import type { Root } from '../protocol/model/roots.js'
import type { HostApp } from './apps/host-app.js'
import type { AuditRecord } from './audit/audit-record.js'
import type { KnownTool } from './catalogue/catalogue.js'
import type { HostTool } from './catalogue/host-tool.js'
import type { FoundTool } from './catalogue/search/found-tool.js'
import type { Decision } from './consent/decisions/decision.js'
import type { HostEvent } from './host-event.js'
import type { HostOptions } from './host-options.js'
import type { PinChange } from './pins/pin.js'
import type { ServerStatus } from './servers/server-status.js'
import type { HostSkill } from './skills/host-skill.js'
import type { LoadedHostSkill } from './skills/loaded-host-skill.js'

/** Options for listing. */
export interface ToolsOptions {
  /** Names of servers. Default: all. */
  readonly servers?: readonly string[] | undefined
  /**
   * Time to wait for servers that are not ready. Default: 30 s. Servers that take longer are left out and reported by events
   * later.
   */
  readonly waitMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Options of a call of a tool through a host. */
export interface HostCallOptions extends ToolCallOptions {
  /**
   * Calls the tool as a task, once the call is approved, and is called with the task when the server has created it. The call
   * settles with the result of the task; aborting `signal` cancels it, and stopping the server ends the wait. Where the server has
   * no tasks, or does not run this tool as one, the call rejects with OmniportError `unsupported`. Default: a plain call.
   *
   * spec: SEP-2663, 2025-11-25 basic/utilities/tasks
   */
  readonly onTask?: ((task: CalledTask<unknown>) => void) | undefined
  /**
   * Makes the call on a connection of its own, with this revision, and closes it afterwards: to compare what goes over the wire.
   * **The risk**: the definition that is approved is the one that the host's connection lists; this one may have another.
   * `intercept` stands between it and the server. Default: the host's connection.
   */
  readonly connection?: Required<Pick<ConnectOptions, 'revision'>> & Pick<ConnectOptions, 'intercept'>
}

/**
 * Many servers under the rules of one person. Servers do not see each other. Closing the host ends every program it started.
 *
 * Methods reject as those of `Client` do, and with OmniportError `denied` (refused by a person, a policy or a pin) or
 * `not_found` (unknown server or tool).
 *
 * spec: architecture#host
 */
export interface Host {
  /** The status of all servers, in the given order. */
  readonly servers: readonly ServerStatus[]

  /**
   * Lists the tools of all available servers that are for models, in server order, and starts servers as needed. Servers that
   * fail or take too long are left out and do not delay the others. Tools whose `_meta.ui.visibility` does not list `model` are
   * left out: see `callAppTool`. spec: SEP-1865#visibility
   */
  tools(options?: ToolsOptions): Promise<readonly HostTool[]>
  /**
   * Lists the tools of one server for a person, also those that models do not get: blocked by their pins, or for apps only. Those
   * that the filter of its settings leaves out are left out here too. `fresh`: the server is asked even if a list is cached.
   * Rejects if the server cannot start or does not list them.
   */
  knownTools(
    server: string,
    options?: Pick<ListOptions, 'fresh' | 'signal' | 'timeoutMs'>,
  ): Promise<readonly KnownTool[]>
  /**
   * Finds the tools that match `words` best (BM25), best first; useful when all tools would fill a model's context. Default
   * limit: 10.
   */
  searchTools(
    words: string,
    options?: ToolsOptions & { readonly limit?: number | undefined },
  ): Promise<readonly FoundTool[]>
  prompts(options?: ToolsOptions): Promise<readonly HostPrompt[]>
  resources(options?: ToolsOptions): Promise<readonly (Resource & OfServer)[]>
  resourceTemplates(options?: ToolsOptions): Promise<readonly (ResourceTemplate & OfServer)[]>

  /**
   * Calls a tool by its name in this host after this exact call was approved: by the policy, or by the person if the policy
   * asks; the approval covers the arguments at the time of this call and the definition that was shown. Stopping the server or
   * closing the host withdraws the request and rejects with OmniportError `closed`. A failure of the tool is a result with
   * `isError`. When the output schema of the tool cannot be checked it rejects with `unsupported`, and nobody is asked.
   */
  callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options?: HostCallOptions,
  ): Promise<ToolResult<unknown>>
  /**
   * Calls a tool for an app, a user interface that its server provides, by the server and the tool's name there. Everything
   * that holds for `callTool` holds here; consent to calls of models is not consent to calls of apps. Only apps of the same
   * server may call a tool, which the caller ensures. Rejects with OmniportError `denied` for a tool whose
   * `_meta.ui.visibility` does not list `app`. spec: SEP-1865#visibility
   */
  callAppTool(
    tool: Pick<HostTool, 'server' | 'tool'>,
    args: Readonly<Record<string, unknown>>,
    options?: HostCallOptions,
  ): Promise<ToolResult<unknown>>
  /**
   * Loads the app of a tool, by the server and the tool's name there: reads its page, checks it and what it declares, and returns it after
   * it was approved: by the policy, or by the person if the policy asks. An approval that is remembered holds for this page with
   * what it declares; another one is asked about again. What may be shown is in the audit log first, with all its domains.
   *
   * Rejects with OmniportError `not_found` for an unknown server or tool, `unsupported` for a tool without an app, `denied`, also for a tool that its
   * pin blocks, and `invalid_result` for what is not the page of an app, or declares what no page may have. spec: SEP-1865
   */
  loadApp(tool: Pick<HostTool, 'server' | 'tool'>, options?: CallOptions): Promise<HostApp>
  /**
   * Gets a prompt by its server and name, after writing that to the audit log. No consent is requested, because people choose
   * prompts themselves. spec: server/prompts#user-interaction-model
   */
  getPrompt(
    prompt: Pick<HostPrompt, 'server' | 'name'>,
    args?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<GetPromptResult>
  /**
   * Reads a resource by its server and URI, after writing that to the audit log. No consent is requested, because the program
   * decides which resources to read. spec: server/resources#user-interaction-model
   */
  readResource(resource: OfServer & { readonly uri: string }, options?: ListOptions): Promise<ReadResourceResult>

  /**
   * Lists the skills that the available servers list, in server order, and starts servers as needed, as `tools` does. Nothing of
   * their content is read. A server may serve more: `loadSkill` loads one by its URI. Entries that no host may use are left out
   * and reported. spec: extensions/skills#names
   */
  skills(options?: ToolsOptions): Promise<readonly HostSkill[]>
  /**
   * Loads a skill, by its name in this host or by its server and URI, after this exact version was approved: by the policy, or by
   * the person if the policy asks. Before that only its entry is requested. The approved version is pinned. Skills within it need
   * their own approval, and reading a `SKILL.md` with `readResource` loads nothing.
   *
   * Rejects with OmniportError `denied`, with `not_found` for an unknown server or name, with `invalid_result` if the server
   * sends something else than was approved, and with `limit` for a skill of more than 512 files or 16 MiB.
   *
   * spec: extensions/skills#security-considerations
   */
  loadSkill(skill: string | Pick<HostSkill, 'server' | 'uri'>, options?: CallOptions): Promise<LoadedHostSkill>
  /**
   * Pins the current version of a skill that `onChangedSkill: 'block'` blocks. With `definition`, the one that the person has
   * seen, it rejects with OmniportError `denied` if the skill has changed again. Loading it needs consent all the same.
   */
  approveSkill(skill: Pick<HostSkill, 'server' | 'uri'>, definition?: string): Promise<void>

  /** Returns a server's client; starts the server if needed. Its calls need no consent and are not audited. */
  client(server: string): Promise<Client>
  /**
   * Starts one server, even if it was stopped or failed; without a name, all servers. Settles when the server is ready; with a
   * name, rejects if it cannot start.
   */
  start(server?: string): Promise<void>
  /** Ends a server until `start`. */
  stop(server: string): Promise<void>
  /**
   * Replaces the servers: removed ones are ended, changed ones are restarted when they are next needed, unchanged ones keep
   * running.
   */
  setServers(servers: HostOptions['servers']): Promise<void>
  /** Replaces the roots and notifies the servers. @throws TypeError for an invalid root, or without initial `roots`. */
  setRoots(roots: readonly Root[]): void

  /** The changes whose tools are blocked because they differ from their pins. */
  readonly changedTools: readonly PinChange[]
  /**
   * Pins the current definition of a changed tool, and unblocks it; without a tool, all changed tools of the server. With
   * `definition`, the one that the person has seen, it rejects with OmniportError `denied` if the tool has changed again.
   */
  approveTool(server: string, tool?: string, definition?: string): Promise<void>
  /** Lists the remembered decisions that are still valid. */
  decisions(): Promise<readonly Decision[]>
  /** Forgets a decision: the next such request is decided anew. */
  forget(id: string): Promise<void>
  /** The last 1,000 audit records, oldest first. */
  readonly audit: readonly AuditRecord[]

  /**
   * Yields events from this call on, until `signal` aborts or the host is closed. A listener with more than 10,000 unread
   * events, or 64 MiB of them, gets OmniportError `limit`. At most 2,000 events or 16 MiB of one server are queued, and `log`
   * and `stderr` events only until 1,000 events or 8 MiB are queued. In place of dropped events there is one `error` event,
   * which says how many of which kind were dropped until it was read.
   */
  events(options?: { readonly signal?: AbortSignal | undefined }): AsyncIterable<HostEvent>

  /** Ends all servers. Pending calls reject with OmniportError `closed`. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Names the server that an item comes from. */
export interface OfServer {
  readonly server: string
}

/** A prompt and the server it comes from. */
export type HostPrompt = Prompt & OfServer
