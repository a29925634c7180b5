import { Closable } from '../async/closable.js'
import type { CallOptions } from '../client/call-options.js'
import type { Client } from '../client/client.js'
import { rootList } from '../client/input/roots.js'
import type { ToolResult } from '../client/tools/tool-result.js'
import type { Resource, ResourceTemplate } from '../protocol/model/resource.js'
import type { GetPromptResult, ReadResourceResult } from '../protocol/model/results.js'
import type { Root } from '../protocol/model/roots.js'
import { abortSignal } from '../protocol/options/option-checks.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { cloneJson } from '../values/json/clone-json.js'
import type { HostApp } from './apps/host-app.js'
import { HostApps } from './apps/host-apps.js'
import type { AuditEntry, AuditRecord } from './audit/audit-record.js'
import { callTool } from './call-tool.js'
import type { KnownTool } from './catalogue/catalogue.js'
import { appToolLookup, modelToolLookup } from './catalogue/find-tool.js'
import type { HostTool } from './catalogue/host-tool.js'
import type { FoundTool } from './catalogue/search/found-tool.js'
import { SearchTools } from './catalogue/search/search-tools.js'
import { serversValue } from './check-host-options.js'
import type { Decision } from './consent/decisions/decision.js'
import { redactUrl } from './consent/requests/redact-url.js'
import type { Host, HostPrompt, OfServer, ToolsOptions } from './host.js'
import type { HostEvent } from './host-event.js'
import type { HostOptions } from './host-options.js'
import type { HostServices } from './host-services.js'
import type { PinChange } from './pins/pin.js'
import type { HostedServer } from './servers/hosted-server.js'
import { HostedServers } from './servers/hosted-servers.js'
import type { Lists } from './servers/server-lists.js'
import { serverOfTool } from './servers/server-of-tool.js'
import type { ServerStatus } from './servers/server-status.js'
import type { HostSkill } from './skills/host-skill.js'
import { HostSkills } from './skills/host-skills.js'
import type { LoadedHostSkill } from './skills/loaded-host-skill.js'

/** The host of `createHost`; its methods and their errors are those of `Host`. */
export class RunningHost extends Closable implements Host {
  readonly #services: HostServices
  readonly #servers: HostedServers
  readonly #search: SearchTools
  readonly #skills: HostSkills
  readonly #apps: HostApps

  /** The caller has checked the servers. */
  constructor(services: HostServices, servers: HostOptions['servers']) {
    super()
    this.#services = services
    this.#search = new SearchTools(services.catalogue, services.runtime)
    this.#servers = new HostedServers(services)
    this.#skills = new HostSkills(services, this.#servers)
    this.#apps = new HostApps(services, this.#servers, this)
    void this.#servers.replace(servers) // settled: there are no earlier servers to end
  }

  get servers(): readonly ServerStatus[] {
    return this.#servers.all.map(({ status }) => status)
  }

  async tools(options: ToolsOptions = {}): Promise<readonly HostTool[]> {
    await this.#gather(options, (server) => server.loadTools())
    const { catalogue } = this.#services
    return options.servers === undefined ? catalogue.tools : catalogue.toolsOf(options.servers)
  }

  async knownTools(...[server, options]: Parameters<Host['knownTools']>): Promise<readonly KnownTool[]> {
    this.#assertOpen()
    await this.#servers.get(server).loadTools(options)
    return this.#services.catalogue.knownTools(server)
  }

  async searchTools(...[words, options = {}]: Parameters<Host['searchTools']>): Promise<readonly FoundTool[]> {
    await this.tools(options)
    return this.#search.find(words, options)
  }

  prompts(options?: ToolsOptions): Promise<readonly HostPrompt[]> {
    return this.#list('prompts', options)
  }

  resources(options?: ToolsOptions): Promise<readonly (Resource & OfServer)[]> {
    return this.#list('resources', options)
  }

  resourceTemplates(options?: ToolsOptions): Promise<readonly (ResourceTemplate & OfServer)[]> {
    return this.#list('resourceTemplates', options)
  }

  async callTool(...[name, args = {}, options = {}]: Parameters<Host['callTool']>): Promise<ToolResult<unknown>> {
    this.#assertOpen(options)
    // A copy, so that later changes by the caller have no effect.
    const copy = cloneJson(args) as typeof args
    const { catalogue, options: given } = this.#services
    const owners = { servers: this.#servers, catalogue, isNamed: given.toolName !== undefined }
    const server = await serverOfTool(name, owners, options).finally(() => this.#assertOpen())
    const lookup = modelToolLookup(name, catalogue)
    return callTool({ lookup, args: copy, options, isFromApp: false }, server, this.#services)
  }

  async callAppTool(...[tool, args = {}, options = {}]: Parameters<Host['callAppTool']>): Promise<ToolResult<unknown>> {
    this.#assertOpen(options)
    const lookup = appToolLookup(tool, this.#services.catalogue)
    const call = { lookup, args: cloneJson(args) as typeof args, options, isFromApp: true }
    return callTool(call, this.#servers.get(tool.server), this.#services)
  }

  async loadApp(...[tool, options]: Parameters<Host['loadApp']>): Promise<HostApp> {
    this.#assertOpen()
    return this.#apps.load(tool, options)
  }

  async getPrompt(...[{ server, name }, args, options]: Parameters<Host['getPrompt']>): Promise<GetPromptResult> {
    const copy = args && (cloneJson(args) as typeof args)
    const entry = { type: 'prompt', server, prompt: name, args: copy ?? {} } as const
    return this.#useAudited(entry, options, (client) => client.getPrompt(name, copy, options))
  }

  async readResource(...[{ server, uri }, options]: Parameters<Host['readResource']>): Promise<ReadResourceResult> {
    const entry = { type: 'resource', server, uri: redactUrl(uri) } as const
    return this.#useAudited(entry, options, (client) => client.readResource(uri, options))
  }

  async skills(options?: ToolsOptions): Promise<readonly HostSkill[]> {
    this.#assertOpen()
    return this.#skills.list(options)
  }

  async loadSkill(...[skill, options]: Parameters<Host['loadSkill']>): Promise<LoadedHostSkill> {
    this.#assertOpen()
    return this.#skills.load(skill, options)
  }

  async approveSkill(...[skill, definition]: Parameters<Host['approveSkill']>): Promise<void> {
    this.#assertOpen()
    await this.#skills.approve(skill, definition)
  }

  async client(server: string): Promise<Client> {
    this.#assertOpen()
    return this.#servers.get(server).supervisor.use(async (client) => client)
  }

  async start(server?: string): Promise<void> {
    this.#assertOpen()
    if (server !== undefined) await this.#servers.get(server).supervisor.start()
    else await Promise.allSettled(this.#servers.all.map(({ supervisor }) => supervisor.start()))
  }

  async stop(server: string): Promise<void> {
    await this.#servers.get(server).supervisor.stop()
  }

  async setServers(servers: HostOptions['servers']): Promise<void> {
    this.#assertOpen()
    serversValue('setServers: servers', servers)
    await this.#servers.replace(servers)
  }

  setRoots(roots: readonly Root[]): void {
    if (this.#services.roots === undefined) {
      throw new TypeError('setRoots: this host does not advertise roots; give createHost `roots`, even an empty list')
    }
    rootList('setRoots: roots', roots)
    this.#services.roots.set(roots)
  }

  get changedTools(): readonly PinChange[] {
    return this.#services.pins.changed
  }

  async approveTool(server: string, tool?: string, definition?: string): Promise<void> {
    const hosted = this.#servers.get(server)
    await this.#services.pins.approve(server, tool, definition)
    await hosted.reofferTools()
  }

  decisions(): Promise<readonly Decision[]> {
    return this.#services.consent.list()
  }

  async forget(id: string): Promise<void> {
    await this.#services.audit.append({ type: 'forget', decision: id })
    await this.#services.consent.forget(id)
  }

  get audit(): readonly AuditRecord[] {
    return this.#services.audit.records
  }

  events(options: { readonly signal?: AbortSignal | undefined } = {}): AsyncIterable<HostEvent> {
    return this.#services.events.listen(options.signal)
  }

  protected override async closeOnce(): Promise<void> {
    this.#services.roots?.close()
    try {
      await this.#servers.close()
    } finally {
      this.#services.events.close()
    }
  }

  #assertOpen(options?: Pick<CallOptions, 'signal'>): void {
    assertSignal(options?.signal)
    if (this.isClosing) throw new OmniportError('closed', 'The host is closed')
  }

  async #useAudited<T>(
    entry: Extract<AuditEntry, { readonly type: 'prompt' | 'resource' }>,
    options: CallOptions | undefined,
    work: (client: Client) => Promise<T>,
  ): Promise<T> {
    this.#assertOpen(options)
    const auditedWork = async (client: Client) => {
      await this.#services.audit.append(entry)
      return work(client)
    }
    return this.#servers.get(entry.server).supervisor.use(auditedWork, options?.signal)
  }

  async #list<K extends 'prompts' | 'resources' | 'resourceTemplates'>(
    name: K,
    options: ToolsOptions = {},
  ): Promise<readonly (Lists[K][number] & OfServer)[]> {
    const found = await this.#gather(options, async (server) =>
      (await server.list(name)).map((item) => ({ ...item, server: server.name })),
    )
    return found.flat() as readonly (Lists[K][number] & OfServer)[] // the items come from the list `name`
  }

  async #gather<T>(options: ToolsOptions, read: (server: HostedServer) => Promise<T>): Promise<T[]> {
    this.#assertOpen(options)
    const found = await this.#servers.gather(options, read)
    this.#assertOpen()
    return found
  }
}

/** The client checks the other options; the host itself waits with this one. */
function assertSignal(signal: AbortSignal | undefined): void {
  if (signal !== undefined) abortSignal('signal', signal)
}
