import { waitFor } from '../../async/waiting/wait-for.js'
import type { AuthOptions } from '../../auth/client/auth-options.js'
import type { CallOptions } from '../../client/call-options.js'
import type { Client } from '../../client/client.js'
import type { Target } from '../../client/connect/targets/target.js'
import { connect } from '../../client/connect.js'
import type { ConnectOptions } from '../../client/connect-options.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { formatLocation } from '../config/config-fault.js'
import type { HostOptions } from '../host-options.js'
import type { HostServices } from '../host-services.js'
import { createInputHandlers } from '../input/input-handlers.js'
import { approveStart } from './approve-start.js'
import { type ListChange, type Lists, ServerLists } from './server-lists.js'
import type { ServerStatus } from './server-status.js'
import { type ConnectionListeners, ServerSupervisor, type StateChange } from './server-supervisor.js'
import { ServerTools } from './server-tools.js'
import type { Launch } from './settings/launch.js'
import { launchOf } from './settings/launch-of.js'
import { secretsOfSettings } from './settings/secrets-of-settings.js'
import type { ServerSettings } from './settings/server-settings.js'

/** One server of a host: its life, what it lists, and what it is answered. Nothing of another server is within its reach. */
export class HostedServer {
  readonly name: string
  readonly settings: ServerSettings
  readonly launch: Launch
  readonly supervisor: ServerSupervisor
  readonly #services: HostServices
  readonly #lists: ServerLists
  readonly #tools: ServerTools
  readonly #inputHandlers: Pick<ConnectOptions, 'elicit' | 'elicitUrl' | 'sample' | 'roots'>
  /** Which connection there is, and of which one the tools were listed. */
  #connection = 0
  #listedConnection = 0
  /** How many listings were begun, and the latest that came to its end. */
  #listings = 0
  #lastListing = 0
  #counts: { readonly prompts?: number; readonly resources?: number } = {}
  #isEmpty = false

  constructor(name: string, settings: ServerSettings, services: HostServices) {
    const { options, runtime, consent, audit } = services
    const roots = services.roots && (() => services.roots?.current ?? [])
    const report = (reason: unknown) => services.report(reason, name)
    this.name = name
    this.settings = settings
    this.launch = launchOf(settings.target)
    this.#services = services
    this.#tools = new ServerTools(name, settings.tools, services)
    this.#lists = new ServerLists({
      runtime,
      refreshMs: options.refreshMs ?? defaultRefreshMs,
      onChange: (type) => this.#onListChange(type),
      report,
    })
    const budget = services.budgets.of(name)
    this.#inputHandlers = createInputHandlers({
      server: name,
      launch: this.launch,
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
      connect: (listeners) => this.#connect(listeners),
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
      ...(settings.source !== undefined && { source: formatLocation(settings.source.file, settings.source.line) }),
      ...(client !== undefined && { revision: client.revision, info: client.server, pid: client.pid }),
      ...(count !== undefined && { tools: count.tools }),
      ...this.#counts,
      isEmpty: this.#isEmpty,
      tokens: count?.tokens ?? 0,
    }
  }

  /**
   * Brings what is offered of its tools up to date. The times of `wait` are for its answer. Rejects as `ServerLife.ready` does,
   * and with OmniportError `timeout` and what the pins reject with.
   */
  async loadTools(wait: WaitOptions = {}): Promise<void> {
    const times = { clock: this.#services.runtime, timeoutMs: shortest(wait) }
    await this.supervisor.use((client) => waitFor(this.#load(client), times), wait.signal)
  }

  /** Goes on whoever waits for it. */
  async #load(client: Client): Promise<void> {
    this.#listings += 1
    const [order, connection] = [this.#listings, this.#connection]
    const tools = await this.#lists.get(client, 'tools')
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
   * Sees to it that the tools that are known are those of the connection there is: a server that was started again may be
   * another one. Rejects as `loadTools` does, and with OmniportError `closed` for one that does not stay.
   */
  async ensureCurrentTools(wait: WaitOptions = {}): Promise<void> {
    for (let tries = 0; !this.#hasCurrentTools; tries += 1) {
      if (tries === maxTries) throw new OmniportError('closed', `The server ${this.name} does not stay connected`)
      await this.loadTools(wait)
    }
  }

  /** Looks at the tools as they are now, however long the list that is kept should hold. What goes wrong is reported. */
  refreshTools(): void {
    const fresh = async () => {
      await this.supervisor.use((client, signal) => client.listTools({ fresh: true, signal }))
      this.#lists.reset()
      await this.loadTools()
    }
    fresh().catch(this.#reportListingFailure)
  }

  readonly #reportListingFailure = (reason: unknown): void => {
    if (this.supervisor.client !== undefined) this.#services.report(reason, this.name) // of its end others tell
  }

  get #hasCurrentTools(): boolean {
    return this.supervisor.client !== undefined && this.#listedConnection === this.#connection
  }

  /** Whether a name was that of one of its tools when it was last there; it is not now. */
  hadTool(name: string): boolean {
    return this.#tools.hadTool(name)
  }

  /** Offers what was approved. */
  reofferTools(): Promise<void> {
    return this.#tools.reoffer()
  }

  /** Rejects as `ServerLife.ready` does. */
  list<K extends 'prompts' | 'resources' | 'resourceTemplates'>(name: K, signal?: AbortSignal): Promise<Lists[K]> {
    return this.supervisor.use(async (client) => {
      const list = await this.#lists.get(client, name)
      if (name !== 'resourceTemplates') this.#counts = { ...this.#counts, [name]: list.length }
      return list
    }, signal)
  }

  /** Tells the server that the roots are others. */
  rootsChanged(): void {
    const { client } = this.supervisor
    if (client !== undefined && this.#inputHandlers.roots !== undefined) client.setRoots(this.#inputHandlers.roots)
  }

  /** Ends it for good; nothing it offered is there any more. Who waits for it is told why. */
  async close(why: string): Promise<void> {
    this.#lists.detach()
    this.#tools.forget()
    await this.supervisor.close(why)
  }

  #connect(listeners: ConnectionListeners): Promise<Client> {
    const { name, settings } = this
    const { options, events, runtime, report } = this.#services
    const { fetch, extensions, timeoutMs, maxTimeoutMs, limits } = options
    const auth = authFor(name, settings, options.auth)
    this.#services.secrets.add(secretsOfSettings({ auth }))
    // A server without a target is not started.
    return connect(settings.target as Target, {
      name: options.name,
      version: options.version,
      revision: settings.revision,
      timeoutMs: settings.timeoutMs ?? timeoutMs,
      maxTimeoutMs: settings.maxTimeoutMs ?? maxTimeoutMs,
      limits: { ...limits, ...settings.limits },
      auth,
      fetch,
      extensions,
      autoRefresh: false, // what a tool is now has to be allowed before it is called
      runtime,
      ...this.#inputHandlers,
      ...listeners,
      onLog: (entry) => events.push({ type: 'log', server: name, entry }),
      onStderr: (text) => events.push({ type: 'stderr', server: name, text }),
      onError: (error) => report(error, name),
    })
  }

  #onState(change: StateChange): void {
    const { state, reason } = change
    if (state === 'lost') this.#onLost()
    if (state === 'stopped' || state === 'failed') this.#onEnd()
    this.#publishStatus()
    if (state === 'starting') return
    const entry = { type: 'server', server: this.name, state, ...(reason !== undefined && { reason }) } as const
    this.#services.audit.append(entry).catch((failure) => this.#services.report(failure, this.name))
  }

  /** What it offers is kept, as it is mostly the same once it is there again; nothing of it is called before that is known. */
  #onLost(): void {
    this.#connection += 1
    this.#lists.reset()
  }

  #onEnd(): void {
    this.#lists.detach()
    this.#tools.forget()
    this.#counts = {}
    this.#isEmpty = false
  }

  /** Settles, and never rejects, when the change was looked at. */
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

/** How long a caller waits. */
type WaitOptions = Pick<CallOptions, 'signal' | 'timeoutMs' | 'maxTimeoutMs'>

function shortest({ timeoutMs = Number.POSITIVE_INFINITY, maxTimeoutMs = timeoutMs }: WaitOptions): number | undefined {
  const ms = Math.min(timeoutMs, maxTimeoutMs)
  return Number.isFinite(ms) ? ms : undefined
}

/** Connections that are lost while the tools are listed. */
const maxTries = 3

const otherLists = ['prompts', 'resources', 'resourceTemplates'] as const

const defaultHealthMs = 30_000
const defaultRefreshMs = 300_000

/** How a server gets a token: as its settings say, or as the host does where it is reached over HTTP and has no credentials. */
export function authFor(
  name: string,
  { auth, target }: Pick<ServerSettings, 'auth' | 'target'>,
  standard: HostOptions['auth'],
): AuthOptions | undefined {
  if (auth !== undefined) return auth
  const launch = launchOf(target)
  if (launch.type !== 'url') return undefined
  return launch.headers.some((name) => name.toLowerCase() === 'authorization')
    ? undefined
    : typeof standard === 'function'
      ? standard(name)
      : standard
}
