import type { AuthOptions } from '../entries/client.js'
import { createHost, type Host, type HostEvent } from '../entries/host.js'
import type { ConsoleOptions } from './console-options.js'
import type { AuditRecord, ConsoleEvent, Decision, Root, ToolChange } from './contract.js'
import { EventLog } from './events/event-log.js'
import { Operations } from './operations/operations.js'
import { SavedTests } from './operations/saved-tests.js'
import { Subscriptions } from './operations/subscriptions.js'
import { SpanTracker } from './recording/span-tracker.js'
import { Timeline } from './recording/timeline.js'
import { hostRequests } from './requests/host-requests.js'
import { PersonRequests } from './requests/person-requests.js'
import { SignIns } from './requests/sign-ins.js'
import { TokenKeys } from './requests/token-keys.js'
import { Catalogues } from './servers/catalogues.js'
import { ConsoleServers } from './servers/console-servers.js'
import { ServerLines } from './servers/server-lines.js'
import { Notices } from './workspace/notices.js'
import { ConsoleSettings } from './workspace/settings.js'

/** Everything behind the page: one host, and what is shown of it. */
export class ConsoleParts {
  readonly log = new EventLog()
  readonly spans: SpanTracker
  readonly timeline: Timeline
  readonly requests: PersonRequests
  readonly signIns: SignIns
  readonly catalogues: Catalogues
  readonly servers: ConsoleServers
  readonly operations: Operations
  readonly tests: SavedTests
  readonly subscriptions: Subscriptions
  readonly lines: ServerLines
  readonly notices: Notices
  readonly settings: ConsoleSettings
  readonly tokens: TokenKeys | undefined
  readonly host: Host
  /** Aborts as the console closes. */
  readonly closing = new AbortController()
  roots: readonly Root[]
  readonly #options: ConsoleOptions
  readonly #following: Promise<void>

  constructor(options: ConsoleOptions) {
    const { auth, model, timeoutMs = 60_000, maxMessages } = options
    const publish = (event: ConsoleEvent) => this.log.add(event)
    const host = () => this.host
    this.#options = options
    this.roots = toRoots(options.roots ?? [])
    this.tokens = auth?.store && new TokenKeys(auth.store)
    this.settings = new ConsoleSettings(
      {
        confirmCalls: 'never',
        reviewSampling: 'always',
        timeoutMs,
        ...(model !== undefined && { model: { url: model.url, name: model.name } }),
        isRecording: true,
      },
      publish,
    )
    this.spans = new SpanTracker({ publish, parentOf: (request) => this.operations.parentOf(request) })
    this.timeline = new Timeline({ publish, spans: this.spans, maxMessages })
    this.requests = new PersonRequests({
      publish,
      onOpen: ({ operation }) => this.operations.asking(operation),
      onEnd: ({ operation }, ms) => this.operations.asked(operation, ms),
    })
    this.signIns = new SignIns({
      requests: this.requests,
      publish,
      onChange: (server) => this.servers.publish(server),
      onGiveUp: (server) => void this.host.stop(server).catch(() => {}), // it ends in any case
    })
    this.catalogues = new Catalogues({ host, publish, onRead: (server) => this.servers.publish(server) })
    this.servers = new ConsoleServers({
      servers: options.servers,
      host,
      publish,
      timeline: this.timeline,
      catalogues: this.catalogues,
      completeAuth: (server, given) => ({ ...this.#authOf(server), ...given }),
      logLevel: () => this.settings.current.logLevel,
      isSigningIn: (server) => this.signIns.isWaiting(server),
      onAuthExchange: (server, exchange, seq) => this.signIns.exchanged(server, exchange, seq),
    })
    this.operations = new Operations({
      host,
      publish,
      spans: this.spans,
      timeoutMs: () => this.settings.current.timeoutMs,
      catalogueOf: (server) => this.catalogues.get(server),
      settingsOf: (server) => this.servers.settingsOf(server),
    })
    this.tests = new SavedTests({ operations: this.operations, publish })
    this.subscriptions = new Subscriptions({ host, publish })
    this.lines = new ServerLines(publish)
    this.notices = new Notices(publish)
    this.host = this.#createHost()
    this.#following = this.#follow()
  }

  async decisions(): Promise<readonly Decision[]> {
    return (await this.host.decisions()).map(({ binding: _, until, ...decision }) => ({
      ...decision,
      ...(until !== undefined && { until }),
    }))
  }

  get changes(): readonly ToolChange[] {
    return JSON.parse(JSON.stringify(this.host.changedTools)) as ToolChange[] // definitions came as JSON
  }

  get audit(): readonly AuditRecord[] {
    return this.host.audit.map(toJson)
  }

  /** Tells the page of the decisions, which change with requests. */
  publishDecisions(): void {
    void this.decisions().then(
      (decisions) => this.log.add({ type: 'decisions', decisions }),
      (reason: unknown) => this.notices.add('error', String(reason)),
    )
  }

  setRoots(roots: readonly Root[]): void {
    this.host.setRoots(roots)
    this.roots = roots
    this.log.add({ type: 'roots', roots })
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('The console is closed'))
    this.log.add({ type: 'closing' })
    this.operations.cancelAll()
    this.subscriptions.closeAll()
    await this.host.close()
    await this.#following
    this.lines.close()
    this.timeline.close()
  }

  #createHost(): Host {
    const { decisions, lock, audit, problems, model, release } = this.#options
    const handlers = hostRequests({
      requests: this.requests,
      settings: () => this.settings.current,
      workOf: (server) => this.operations.workOf(server),
    })
    return createHost({
      name: 'omniport-console',
      timeoutMs: this.#options.timeoutMs,
      version: release,
      servers: this.servers.settings,
      ...handlers,
      ...(model !== undefined && { sample: model.sample }),
      roots: this.roots,
      apps: true,
      decisions,
      lock,
      problems,
      audit: {
        append: async (record) => {
          await audit?.append(record)
          this.log.add({ type: 'audit', records: [toJson(record)] })
          if (record.type === 'decision' || record.type === 'forget') setImmediate(() => this.publishDecisions())
        },
        ...(audit?.last !== undefined && { last: () => audit.last?.() ?? Promise.resolve(undefined) }),
      },
      intercept: (server) => this.servers.interceptorOf(server),
      auth: (server) => this.#authOf(server),
    })
  }

  #authOf(server: string): AuthOptions {
    return {
      clientName: 'Omniport',
      ...this.#options.auth,
      ...(this.tokens !== undefined && { store: this.tokens.storeOf(server) }),
      open: this.signIns.open(server),
    }
  }

  async #follow(): Promise<void> {
    for await (const event of this.host.events()) this.#onEvent(event)
  }

  #onEvent(event: HostEvent): void {
    switch (event.type) {
      case 'server':
        if (event.status.state !== 'starting') this.signIns.ended(event.server)
        this.servers.onStatus(event)
        break
      case 'tools':
        this.catalogues.toolsChanged(event)
        break
      case 'prompts':
      case 'resources':
        void this.catalogues.refresh(event.server)
        break
      case 'pin':
        this.log.add({ type: 'changes', changes: this.changes })
        break
      case 'log':
        this.lines.add({ server: event.server, from: 'log', ...logLine(event.entry) })
        break
      case 'stderr':
        this.lines.add({ server: event.server, from: 'stderr', text: event.text })
        break
      case 'error':
        this.notices.add('warning', event.error.message, event.server)
        break
      case 'findings':
        break // they are in the catalogue
    }
  }
}

function logLine({ level, logger, data }: Extract<HostEvent, { readonly type: 'log' }>['entry']) {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  return { level, text, ...(logger !== undefined && { logger }) }
}

function toRoots(roots: NonNullable<ConsoleOptions['roots']>): readonly Root[] {
  return roots.map(({ uri, name }) => ({ uri, ...(name !== undefined && { name }) }))
}

function toJson(record: object): AuditRecord {
  return JSON.parse(JSON.stringify(record)) as AuditRecord // it is JSON
}
