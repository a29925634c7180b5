import { waitFor } from '../../async/waiting/wait-for.js'
import type { CallOptions } from '../../client/call-options.js'
import type { Client } from '../../client/client.js'
import type { ConnectOptions } from '../../client/connect-options.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { formatLocation } from '../config/config-fault.js'
import type { HostServices } from '../host-services.js'
import { createInputHandlers } from '../input/input-handlers.js'
import { approveStart } from './approve-start.js'
import { connectServer } from './connect-server.js'
import { type ListChange, type Lists, ServerLists } from './server-lists.js'
import type { ServerStatus } from './server-status.js'
import { ServerSupervisor, type StateChange } from './server-supervisor.js'
import { ServerTools } from './server-tools.js'
import type { Launch } from './settings/launch.js'
import { launchOf } from './settings/launch-of.js'
import type { ServerSettings } from './settings/server-settings.js'

/** One server of a host: its supervisor, its lists and its input handlers. It has no access to other servers. */
export class HostedServer {
  readonly name: string
  readonly settings: ServerSettings
  readonly launch: Launch
  readonly supervisor: ServerSupervisor
  readonly #services: HostServices
  readonly #lists: ServerLists
  readonly #tools: ServerTools
  readonly inputHandlers: Pick<ConnectOptions, 'elicit' | 'elicitUrl' | 'sample' | 'roots'>
  /** The number of the current connection, and of the one that the tools were listed on. */
  #connection = 0
  #listedConnection = 0
  /** The numbers of the last listing that began and of the newest that ended. */
  #listings = 0
  #lastListing = 0
  #counts: { readonly prompts?: number; readonly resources?: number } = {}
  #isEmpty = false

  constructor(name: string, settings: ServerSettings, services: HostServices) {
    const { options, runtime, consent, audit } = services
    const roots = services.roots && (async () => services.roots?.available() ?? [])
    const launch = launchOf(settings)
    this.name = name
    this.settings = settings
    this.launch = launch
    this.#services = services
    this.#tools = new ServerTools(name, settings.tools, services)
    this.#lists = new ServerLists({
      runtime,
      refreshMs: options.refreshMs ?? defaultRefreshMs,
      onChange: (type) => this.#onListChange(type),
      report: (reason) => services.report(reason, name),
    })
    const budget = services.budgets.of(name)
    this.inputHandlers = createInputHandlers({
      server: name,
      launch,
      consent,
      audit,
      handlers: options,
      roots,
      budget,
    })
    this.supervisor = new ServerSupervisor({
      name,
      settings,
      runtime,
      healthMs: options.healthMs ?? defaultHealthMs,
      approve: (signal) => approveStart({ server: name, settings, signal }, consent),
      connect: (listeners) => connectServer(this, services, { ...this.inputHandlers, ...listeners }),
      onState: (change) => this.#onState(change),
      onClient: (client) => {
        this.#connection += 1
        this.#lists.attach(client)
      },
    })
  }

  get status(): ServerStatus {
    const { name, settings, launch, supervisor } = this
    const { client } = supervisor
    const count = this.#services.catalogue.count(name)
    return {
      ...supervisor.change,
      name,
      launch,
      ...(settings.source !== undefined && { source: formatLocation(settings.source) }),
      ...(client !== undefined && { revision: client.revision, info: client.server, pid: client.pid }),
      ...(count !== undefined && { tools: count.tools }),
      ...this.#counts,
      isEmpty: this.#isEmpty,
      tokens: count?.tokens ?? 0,
    }
  }

  /**
   * Loads the tools and offers them; with `fresh`, past all caches. `wait` limits the time for the server's answer. Rejects as
   * `ServerSupervisor.ready` does, with OmniportError `timeout`, and with errors of the pins.
   */
  async loadTools({
    fresh = false,
    ...wait
  }: WaitOptions & { readonly fresh?: boolean | undefined } = {}): Promise<void> {
    const times = { clock: this.#services.runtime, timeoutMs: shortest(wait) }
    await this.supervisor.use((client) => waitFor(this.#load(client, fresh), times), wait.signal)
  }

  async #load(client: Client, fresh: boolean): Promise<void> {
    this.#listings += 1
    const [order, connection] = [this.#listings, this.#connection]
    const tools = await (fresh ? this.#lists.reload(client, 'tools') : this.#lists.get(client, 'tools'))
    await this.#tools.update(tools, order)
    this.#listedConnection = connection
    const isEmpty = tools.length === 0 && (await this.#offersNothingElse(client))
    if (order < this.#lastListing) return
    this.#lastListing = order
    const isNews = isEmpty && !this.#isEmpty
    this.#isEmpty = isEmpty
    if (isNews) this.#publishStatus()
  }

  /**
   * Loads the tools if they come from an earlier connection, since a restarted server may offer others. Rejects as `loadTools`
   * does, and with OmniportError `closed` if the server keeps disconnecting.
   */
  async ensureCurrentTools(wait: WaitOptions = {}): Promise<void> {
    for (let tries = 0; !this.#hasCurrentTools; tries += 1) {
      if (tries === maxTries) throw new OmniportError('closed', `The server ${this.name} does not stay connected`)
      await this.loadTools(wait)
    }
  }

  /** Loads the tools again, past all caches. Errors are reported. */
  refreshTools(): void {
    this.loadTools({ fresh: true }).catch(this.#reportListingFailure)
  }

  readonly #reportListingFailure = (reason: unknown): void => {
    if (this.supervisor.client !== undefined) this.#services.report(reason, this.name) // the end of a connection is reported elsewhere
  }

  get #hasCurrentTools(): boolean {
    return this.supervisor.client !== undefined && this.#listedConnection === this.#connection
  }

  /** True once its tools were listed. */
  get isListed(): boolean {
    return this.#lastListing > 0
  }

  /** True if one of its tools had this name when the server was last connected, and the server is not connected now. */
  hadTool(name: string): boolean {
    return this.#tools.hadTool(name)
  }

  reofferTools(): Promise<void> {
    return this.#tools.reoffer()
  }

  /** Rejects as `ServerSupervisor.ready` does. */
  list<K extends 'prompts' | 'resources' | 'resourceTemplates'>(name: K, signal?: AbortSignal): Promise<Lists[K]> {
    return this.supervisor.use(async (client) => {
      const list = await this.#lists.get(client, name)
      if (name !== 'resourceTemplates') this.#counts = { ...this.#counts, [name]: list.length }
      return list
    }, signal)
  }

  rootsChanged(): void {
    const { client } = this.supervisor
    if (client !== undefined && this.inputHandlers.roots !== undefined) client.setRoots(this.inputHandlers.roots)
  }

  /** Ends the server for good and withdraws its tools. Waiting calls reject with `why`. */
  async close(why: string): Promise<void> {
    this.#lists.detach()
    this.#tools.forget()
    await this.supervisor.close(why)
  }

  #onState(change: StateChange): void {
    const { state, reason } = change
    if (state === 'lost') {
      // The tools stay offered, since most survive a reconnect; none is called before it is listed again.
      this.#connection += 1
      this.#lists.reset()
    }
    if (state === 'stopped' || state === 'failed') this.#onEnd()
    this.#publishStatus()
    if (state === 'starting') return
    const entry = { type: 'server', server: this.name, state, ...(reason !== undefined && { reason }) } as const
    this.#services.audit.append(entry).catch((failure) => this.#services.report(failure, this.name))
  }

  #onEnd(): void {
    this.#lists.detach()
    this.#tools.forget()
    this.#counts = {}
    this.#isEmpty = false
  }

  /** Settles when the change was handled; never rejects. */
  async #onListChange(type: ListChange): Promise<void> {
    if (type !== 'tools') this.#services.events.push({ type, server: this.name })
    if (type === 'tools' || this.#isEmpty) await this.loadTools().catch(this.#reportListingFailure)
  }

  async #offersNothingElse(client: Client): Promise<boolean> {
    const lists = await Promise.all(otherLists.map((name) => this.#lists.get(client, name)))
    return lists.every((list) => list.length === 0)
  }

  #publishStatus(): void {
    this.#services.events.push({ type: 'server', server: this.name, status: this.status })
  }
}

type WaitOptions = Pick<CallOptions, 'signal' | 'timeoutMs' | 'maxTimeoutMs'>

function shortest({ timeoutMs = Number.POSITIVE_INFINITY, maxTimeoutMs = timeoutMs }: WaitOptions): number | undefined {
  const ms = Math.min(timeoutMs, maxTimeoutMs)
  return Number.isFinite(ms) ? ms : undefined
}

/** Attempts to list the tools on a connection that stays. */
const maxTries = 3

const otherLists = ['prompts', 'resources', 'resourceTemplates'] as const

const defaultHealthMs = 30_000
const defaultRefreshMs = 300_000
