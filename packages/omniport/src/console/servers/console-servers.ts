import type { AuthOptions, Client, ConnectionInterceptor, Target } from '../../entries/client.js'
import type { Host, HostEvent, ServerSettings } from '../../entries/host.js'
import { isRevision, type LogLevel } from '../../entries/protocol.js'
import { parseUrl } from '../../values/text/parse-url.js'
import { UsageError } from '../actions/usage-error.js'
import type { ConsoleEvent, FaultChange, Faults, NewServer, Server } from '../contract.js'
import { FaultSwitches } from '../recording/fault-switches.js'
import type { AuthExchange } from '../recording/record-auth.js'
import type { Timeline } from '../recording/timeline.js'
import { WireRecorder } from '../recording/wire-recorder.js'
import type { Catalogues } from './catalogues.js'
import { describeServer } from './describe-server.js'
import { recordedTarget } from './recorded-target.js'

type Settings = ServerSettings
type Servers = Readonly<Record<string, Settings>>

export interface ConsoleServersOptions {
  readonly servers: Readonly<Record<string, Target | ServerSettings>>
  readonly host: () => Host
  readonly publish: (event: ConsoleEvent) => void
  readonly timeline: Timeline
  readonly catalogues: Catalogues
  readonly isSigningIn: (server: string) => boolean
  /** Adds what the console knows to the credentials of an entry. */
  readonly completeAuth: (server: string, auth: AuthOptions) => AuthOptions
  readonly logLevel: () => LogLevel | undefined
  readonly onAuthExchange: (server: string, exchange: AuthExchange, seq: number) => void
}

interface RecordedServer {
  readonly settings: Settings
  readonly recorder: WireRecorder
}

/** The servers of the console: those that it was given, and those that were added at the page. */
export class ConsoleServers {
  readonly #options: ConsoleServersOptions
  #configured: Servers
  readonly #added = new Map<string, Settings>()
  readonly #removed = new Set<string>()
  readonly #faults = new Map<string, FaultSwitches>()
  readonly #wires = new Map<string, RecordedServer>()
  readonly #clients = new Map<string, Client>()
  readonly #auth = new Map<string, AuthOptions>()

  constructor(options: ConsoleServersOptions) {
    this.#options = options
    this.#configured = this.#complete(options.servers)
  }

  /** For the host. */
  get settings(): Servers {
    const configured = Object.entries(this.#configured).filter(([name]) => !this.#removed.has(name))
    return Object.fromEntries([...configured, ...this.#added])
  }

  get all(): readonly Server[] {
    return this.#options.host().servers.map((status) => this.#describe(status))
  }

  /** Replaces those that the console was given. */
  async configure(servers: ConsoleServersOptions['servers']): Promise<void> {
    this.#configured = this.#complete(servers)
    await this.#apply()
  }

  /** @throws UsageError for a name that is used, or a server that cannot be one. */
  async add(server: NewServer): Promise<void> {
    const { name } = server
    if (Object.hasOwn(this.settings, name)) throw new UsageError(`There is a server with the name ${name} already`)
    const { revision } = server
    this.#added.set(name, { target: toTarget(server), revision: isRevision(revision) ? revision : undefined })
    try {
      await this.#apply()
    } catch (reason) {
      this.#added.delete(name)
      throw reason
    }
  }

  async remove(name: string): Promise<void> {
    this.assertKnown(name)
    if (!this.#added.delete(name)) this.#removed.add(name)
    this.#wires.delete(name)
    this.#faults.delete(name)
    this.#clients.delete(name)
    this.#options.catalogues.remove(name)
    await this.#apply()
  }

  /** @throws UsageError */
  assertKnown(name: string): void {
    if (!Object.hasOwn(this.settings, name)) throw new UsageError(`There is no server with the name ${name}`)
  }

  isOverHttp(name: string): boolean {
    const { target } = this.settingsOf(name)
    return typeof target === 'string' || target instanceof URL || (typeof target === 'object' && 'url' in target)
  }

  setFaults(name: string, change: FaultChange): Faults {
    this.assertKnown(name)
    return this.#faultsOf(name).change(change)
  }

  /** What stands between the host and a server. */
  interceptorOf(name: string): ConnectionInterceptor {
    return this.#wireOf(name).recorder.interceptor
  }

  /** The first line of the recording of a server. */
  recordingHeader(name: string): string {
    return this.#wireOf(name).recorder.header
  }

  /** Takes a change of a server into account. */
  onStatus({ server, status }: Extract<HostEvent, { readonly type: 'server' }>): void {
    if (status.state !== 'ready' && status.state !== 'unresponsive') this.#clients.delete(server)
    this.publish(server)
    if (status.state === 'ready') void this.#onReady(server)
  }

  /** Asks the connected servers for messages of the level that is set. */
  async updateLogLevel(): Promise<void> {
    const level = this.#options.logLevel()
    await Promise.allSettled([...this.#clients.values()].map((client) => setLevel(client, level)))
  }

  publish(name: string): void {
    const status = this.#options.host().servers.find((one) => one.name === name)
    if (status !== undefined) this.#options.publish({ type: 'server', server: this.#describe(status) })
  }

  async #onReady(name: string): Promise<void> {
    try {
      const client = await this.#options.host().client(name)
      this.#clients.set(name, client)
      this.publish(name)
      await setLevel(client, this.#options.logLevel())
    } catch {
      return // it has ended again, which is reported by itself
    }
    await this.#options.catalogues.refresh(name)
  }

  async #apply(): Promise<void> {
    const { host, publish } = this.#options
    await host().setServers(this.settings)
    publish({ type: 'servers', servers: this.all })
  }

  #describe(status: Host['servers'][number]): Server {
    const { name } = status
    return describeServer({
      status,
      settings: this.settingsOf(name),
      client: this.#clients.get(name),
      counts: this.#options.catalogues.countsOf(name),
      faults: this.#faultsOf(name).current,
      isAdded: this.#added.has(name),
      isSigningIn: this.#options.isSigningIn(name),
    })
  }

  /** Equal credentials give the same object, so that the host sees no change. */
  #complete(servers: ConsoleServersOptions['servers']): Servers {
    const entries = Object.entries(servers).map(([name, server]): [string, Settings] => {
      const settings = toSettings(server)
      const { auth } = settings
      if (auth === undefined || auth.token !== undefined) return [name, settings]
      const key = JSON.stringify([name, auth])
      const completed = this.#auth.get(key) ?? this.#options.completeAuth(name, auth)
      this.#auth.set(key, completed)
      return [name, { ...settings, auth: completed }]
    })
    return Object.fromEntries(entries)
  }

  /** Empty for a server that is gone. */
  settingsOf(name: string): Settings {
    const { settings } = this
    return Object.hasOwn(settings, name) ? (settings[name] ?? {}) : {}
  }

  #faultsOf(name: string): FaultSwitches {
    const found = this.#faults.get(name) ?? new FaultSwitches(() => this.publish(name))
    this.#faults.set(name, found)
    return found
  }

  /** One recording per server, until its settings change. */
  #wireOf(name: string): RecordedServer {
    const settings = this.settingsOf(name)
    const known = this.#wires.get(name)
    if (known !== undefined && known.settings === settings) return known
    const { timeline, onAuthExchange } = this.#options
    const recorder = new WireRecorder({
      server: name,
      ...recordedTarget(settings),
      timeline,
      faults: this.#faultsOf(name),
      onAuthExchange: (exchange, seq) => onAuthExchange(name, exchange, seq),
    })
    const made = { settings, recorder }
    this.#wires.set(name, made)
    return made
  }
}

function toSettings(server: Target | ServerSettings): Settings {
  if (typeof server === 'string' || server instanceof URL) return { target: server }
  const isTarget = ['command', 'url', 'serve', 'readable'].some((name) => name in server)
  return isTarget ? { target: server as Target } : (server as ServerSettings)
}

function toTarget(server: NewServer): Target {
  if ('url' in server && server.url !== undefined) {
    if (!/^https?:\/\//i.test(server.url) || parseUrl(server.url) === undefined) {
      throw new UsageError('url must begin with http:// or https://')
    }
    return { url: server.url, headers: server.headers }
  }
  if (!('command' in server) || server.command === undefined) throw new UsageError('Give a command, or a url')
  const { command, args, env, cwd } = server
  return { command, args, env, cwd }
}

/** Servers that log nothing are not asked. */
async function setLevel(client: Client, level: LogLevel | undefined): Promise<void> {
  if (level !== undefined && client.capabilities['logging'] !== undefined) await client.setLogLevel(level)
}
