import { Closable } from '../async/closable.js'
import type { RpcParams } from '../jsonrpc/messages/messages.js'
import { isLogLevel, type LogLevel, logLevels } from '../protocol/exchange/log-level.js'
import type { Prompt } from '../protocol/model/prompt.js'
import type { Resource, ResourceTemplate } from '../protocol/model/resource.js'
import type { Completion, GetPromptResult, ReadResourceResult } from '../protocol/model/results.js'
import type { Tool } from '../protocol/model/tool.js'
import type { Revision } from '../protocol/revisions/revision.js'
import type { Skill } from '../skills/skill.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { mustBe } from '../values/options/check-options.js'
import type { CallOptions, ListOptions, ToolCallOptions } from './call-options.js'
import type { CalledTask, Client } from './client.js'
import type { ClientServices } from './client-services.js'
import type { ActiveConnection } from './connect/active-connection.js'
import { Reconnection, type ReconnectionOptions } from './connect/reconnection.js'
import type { ConnectOptions, Roots } from './connect-options.js'
import { rootsValue } from './input/roots.js'
import { CachedRequests } from './requests/cached-requests.js'
import { assertName, checkCallOptions, tooManyArguments } from './requests/check-arguments.js'
import { ClientRequests } from './requests/client-requests.js'
import { Completions } from './requests/completions.js'
import { LazySkills } from './skills/lazy-skills.js'
import type { LoadedSkill } from './skills/loaded-skill.js'
import type { Filter, Listening } from './subscriptions/listening.js'
import { Subscriptions } from './subscriptions/subscriptions.js'
import { type OutputOptions, ToolCalls } from './tools/tool-calls.js'
import type { ToolResult } from './tools/tool-result.js'

export interface ConnectedClientOptions
  extends Pick<ReconnectionOptions, 'services' | 'first' | 'reopens' | 'isRemote' | 'open'> {
  readonly autoAnswer: boolean
  /** Called when the state of the connection changes. `onError` gets what they throw. */
  readonly listeners: Pick<ConnectOptions, 'onLost' | 'onReconnect' | 'onClose'>
}

type ToolArguments<Options> = [name: string, args?: object, options?: Options, ...others: unknown[]]

/** The client that `connect` returns. `Client` documents its methods and their errors. */
export class ConnectedClient extends Closable {
  readonly #services: ClientServices
  readonly #listeners: ConnectedClientOptions['listeners']
  readonly #reconnection: Reconnection
  readonly #requests: ClientRequests
  readonly #cached: CachedRequests
  readonly #completions: Completions
  readonly #tools: ToolCalls
  readonly #skills: LazySkills
  readonly #subscriptions: Subscriptions
  /** The roots changed while there was no connection. The next server may have requested the old ones already. */
  #hasNewRoots = false

  constructor({ services, first, reopens, isRemote, open, autoAnswer, listeners }: ConnectedClientOptions) {
    super()
    const { cache } = services
    services.changes.listen((change) => cache.invalidate(change))
    this.#services = services
    this.#listeners = listeners
    this.#subscriptions = new Subscriptions(services)
    this.#reconnection = new Reconnection({
      services,
      first,
      reopens,
      isRemote,
      open,
      restore: (active) => this.#restore(active),
      onReconnect: () => this.#notify(() => listeners.onReconnect?.()),
      hasSubscriptions: () => this.#subscriptions.size > 0,
      onLost: (reason) => {
        cache.clear()
        if (reopens) this.#notify(() => listeners.onLost?.(reason))
      },
      onOver: (reason) => this.#onOver(reason),
    })
    this.#requests = new ClientRequests({ services, reconnection: this.#reconnection, autoAnswer })
    this.#completions = new Completions(this.#requests)
    this.#cached = new CachedRequests(this.#requests, cache, services.limits)
    this.#skills = new LazySkills({
      requests: this.#requests,
      cached: this.#cached,
      capabilities: () => this.capabilities,
      onLeftOut: services.onLeftOut,
    })
    this.#tools = new ToolCalls(this.#requests, services, () => this.listTools({ fresh: true }))
  }

  get revision(): Revision {
    return this.#reconnection.last.handshake.revision
  }

  get server(): ActiveConnection['handshake']['server'] {
    return this.#reconnection.last.handshake.server
  }

  get capabilities(): Readonly<Record<string, unknown>> {
    return this.#reconnection.last.handshake.capabilities
  }

  get pid(): number | undefined {
    return this.#reconnection.isUp ? this.#reconnection.last.connection.transport.pid : undefined
  }

  async listTools(options?: ListOptions): Promise<readonly Tool[]> {
    return this.#tools.update(await this.#cached.list('tools/list', ({ tools }) => tools, options))
  }

  listResources(options?: ListOptions): Promise<readonly Resource[]> {
    return this.#cached.list('resources/list', ({ resources }) => resources, options)
  }

  listResourceTemplates(options?: ListOptions): Promise<readonly ResourceTemplate[]> {
    return this.#cached.list('resources/templates/list', ({ resourceTemplates }) => resourceTemplates, options)
  }

  listPrompts(options?: ListOptions): Promise<readonly Prompt[]> {
    return this.#cached.list('prompts/list', ({ prompts }) => prompts, options)
  }

  callTool(...[name, args, options = {}, ...others]: ToolArguments<OutputOptions>): Promise<ToolResult<unknown>> {
    if (others.length > 0) return Promise.reject(tooManyArguments('callTool'))
    return this.#tools.call(name, args, options)
  }

  callTask(...[name, args, options = {}, ...others]: ToolArguments<ToolCallOptions>): Promise<CalledTask<unknown>> {
    if (others.length > 0) return Promise.reject(tooManyArguments('callTask'))
    return this.#tools.callTask(name, args, options)
  }

  getTask(id: string, options: OutputOptions = {}): Promise<CalledTask<never>> {
    return this.#tools.getTask(id, options) as Promise<CalledTask<never>> // `output` says what it is
  }

  /** Rejects as `callTool` would before it sends anything. Sends nothing. */
  assertCheckable(name: string, options: ToolCallOptions): Promise<void> {
    return this.#tools.assertCheckable(name, options)
  }

  async readResource(uri: string, options?: ListOptions): Promise<ReadResourceResult> {
    assertName('readResource', 'uri', uri)
    return this.#cached.request('resources/read', { uri }, options)
  }

  listSkills(options?: ListOptions): Promise<readonly Skill[]> {
    return this.#skills.list(options)
  }

  getSkill(uri: string, options?: ListOptions): Promise<Skill> {
    return this.#skills.get(uri, options)
  }

  skill(skill: string | Skill, options?: CallOptions): Promise<LoadedSkill> {
    return this.#skills.load(skill, options)
  }

  readDirectory(uri: string, options?: CallOptions): Promise<readonly Resource[]> {
    return this.#skills.readDirectory(uri, options)
  }

  async getPrompt(...[name, args, options]: Parameters<Client['getPrompt']>): Promise<GetPromptResult> {
    assertName('getPrompt', 'name', name)
    const params = { name, ...(args !== undefined && { arguments: args }) }
    return this.#requests.send({ method: 'prompts/get', params, options })
  }

  complete(...[ref, argument, options = {}]: Parameters<Client['complete']>): Promise<Completion> {
    return this.#completions.complete(ref, argument, options)
  }

  request(method: string, params?: RpcParams, options?: CallOptions): Promise<unknown> {
    return this.#requests.send({ method, params, options, raw: true })
  }

  async listen(filter: Filter, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<Listening> {
    checkCallOptions(options)
    options.signal?.throwIfAborted()
    return this.#subscriptions.open(await this.#requests.ready(options), filter, options.signal)
  }

  setRoots(roots: Roots): void {
    const { inputHandlers, capabilities } = this.#services
    if (!Object.hasOwn(capabilities, 'roots')) {
      throw new TypeError('setRoots: this client declared no roots; give `roots` to connect, if only an empty list')
    }
    rootsValue('setRoots: roots', roots)
    inputHandlers.replaceRoots(roots)
    if (this.#reconnection.isUp) this.#reconnection.last.revisionClient.notifyRootsChanged()
    else this.#hasNewRoots = true
  }

  async setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    if (!isLogLevel(level)) throw mustBe('setLogLevel: level', `one of ${logLevels.join(', ')}`, level)
    const given = this.#requests.requestOptions(options)
    await this.#requests.withRetry(given, ({ revisionClient }) => revisionClient.setLogLevel(level, given))
    this.#services.logLevel = level
  }

  async ping(options?: CallOptions): Promise<void> {
    const given = this.#requests.requestOptions(options)
    await this.#requests.withRetry(given, ({ revisionClient }) => revisionClient.ping(given))
  }

  protected override async closeOnce(): Promise<void> {
    const wasOver = this.#reconnection.isOver
    await this.#reconnection.close()
    await new Promise<void>((resolve) => this.#services.runtime.defer(resolve)) // pending requests reject first
    if (!wasOver) this.#notify(() => this.#listeners.onClose?.())
  }

  /** Sets up the log level, the subscriptions and the roots on a new connection. */
  async #restore(active: ActiveConnection): Promise<void> {
    const { logLevel, timeoutMs, report } = this.#services
    if (logLevel !== undefined && Object.hasOwn(active.handshake.capabilities, 'logging')) {
      await active.revisionClient.setLogLevel(logLevel, { timeoutMs }).catch(report)
    }
    await this.#subscriptions.restore(active)
    if (this.#hasNewRoots) active.revisionClient.notifyRootsChanged()
    this.#hasNewRoots = false
  }

  #onOver(reason: Error | undefined): void {
    this.#services.ended.abort(reason ?? new OmniportError('closed', 'The client is closed; connect again'))
    this.#subscriptions.endAll(reason)
    if (reason !== undefined) this.#notify(() => this.#listeners.onClose?.())
  }

  #notify(callback: () => void): void {
    try {
      callback()
    } catch (reason) {
      this.#services.report(reason)
    }
  }
}
