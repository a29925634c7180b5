import type { CallOptions, ListOptions } from '../client/call-options.js'
import type { Client } from '../client/client.js'
import type { ToolResult } from '../client/tools/tool-result.js'
import type { Prompt } from '../protocol/model/prompt.js'
import type { Resource, ResourceTemplate } from '../protocol/model/resource.js'
import type { GetPromptResult, ReadResourceResult } from '../protocol/model/results.js'
import type { Root } from '../protocol/model/roots.js'
import type { AuditRecord } from './audit/audit-record.js'
import type { HostTool } from './catalogue/host-tool.js'
import type { FoundTool } from './catalogue/search/found-tool.js'
import type { Decision } from './consent/decisions/decision.js'
import type { HostEvent } from './host-event.js'
import type { HostOptions } from './host-options.js'
import type { PinChange } from './pins/pin.js'
import type { ServerStatus } from './servers/server-status.js'

/** Which tools to list. */
export interface ToolsOptions {
  /** Default: all. */
  readonly servers?: readonly string[] | undefined
  /** How long to wait for servers that are not there yet. Default: 30 s. Those left out come with an event. */
  readonly waitMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Many servers, and one person's rules for them. Servers do not see each other. Whoever creates a host closes it: no program
 * that it started is left alive.
 *
 * Its methods reject as those of `Client` do, and with OmniportError `denied` (a person, a policy or a pin refused) or
 * `not_found` (there is no such server or tool).
 *
 * spec: architecture#host
 */
export interface Host {
  /** All servers, in the order they were given in. */
  readonly servers: readonly ServerStatus[]

  /**
   * The tools of all servers that can be had: those of the first server first. Starts what has to be started. A server that
   * fails, or takes too long, is left out; the others do not wait for it.
   */
  tools(options?: ToolsOptions): Promise<readonly HostTool[]>
  /** The tools that fit some words best (BM25), the best first; for catalogues too long for a model. Default limit: 10. */
  searchTools(
    words: string,
    options?: ToolsOptions & { readonly limit?: number | undefined },
  ): Promise<readonly FoundTool[]>
  prompts(options?: ToolsOptions): Promise<readonly HostPrompt[]>
  resources(options?: ToolsOptions): Promise<readonly (Resource & OfServer)[]>
  resourceTemplates(options?: ToolsOptions): Promise<readonly (ResourceTemplate & OfServer)[]>

  /**
   * Calls a tool by its name in this host, after the policy, and the person where the policy wants that, have agreed to
   * exactly this call: the arguments as they are now, and the definition as it was shown. Ending the server, or the host, ends
   * the question and rejects with OmniportError `closed`. A failure of the tool is a result with `isError`.
   */
  callTool(name: string, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<ToolResult<unknown>>
  /**
   * Gets a prompt, as it was listed or by its server and name, once that is in the audit log. Nobody is asked: prompts are for
   * people to choose. spec: server/prompts#user-interaction-model
   */
  getPrompt(
    prompt: Pick<HostPrompt, 'server' | 'name'>,
    args?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<GetPromptResult>
  /**
   * Reads a resource, as it was listed or by its server and URI, once that is in the audit log. Nobody is asked: it is the
   * program that decides what it reads. spec: server/resources#user-interaction-model
   */
  readResource(resource: OfServer & { readonly uri: string }, options?: ListOptions): Promise<ReadResourceResult>

  /** The connection to one server, started if need be. What is called through it is not asked about, and not in the audit log. */
  client(server: string): Promise<Client>
  /** Starts a server now, one that was stopped or failed as well; without a name all of them. Settles when it is ready; rejects for one that cannot be. */
  start(server?: string): Promise<void>
  /** Ends a server until it is started again. */
  stop(server: string): Promise<void>
  /** Other servers from now on: those that are gone are ended, those that differ are started anew when they are needed. */
  setServers(servers: HostOptions['servers']): Promise<void>
  /** @throws TypeError for what is no root, or where none were given to `createHost`. */
  setRoots(roots: readonly Root[]): void

  /** What is blocked because it differs from what is pinned. */
  readonly changedTools: readonly PinChange[]
  /**
   * Pins a changed definition as it is now, and lets it be called; without a tool all of that server. With the `definition` of
   * the change that the person has seen: only if it is still that one, else it rejects with OmniportError `denied`.
   */
  approveTool(server: string, tool?: string, definition?: string): Promise<void>
  /** What is remembered and holds. */
  decisions(): Promise<readonly Decision[]>
  /** The next time is asked again. */
  forget(id: string): Promise<void>
  /** The last 1,000 records, the oldest first. */
  readonly audit: readonly AuditRecord[]

  /**
   * What happens from this call on, until `signal` aborts or the host is closed. Whoever leaves 10,000 events unread gets
   * OmniportError `limit`. Of one server 2,000 wait at most: an error says that more were left out. What servers write is left
   * out while 1,000 wait.
   */
  events(options?: { readonly signal?: AbortSignal | undefined }): AsyncIterable<HostEvent>

  /** Ends all servers. What is pending rejects with OmniportError `closed`. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The server that something is of. */
export interface OfServer {
  readonly server: string
}

/** A prompt of one server. */
export type HostPrompt = Prompt & OfServer
