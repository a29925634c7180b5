import type { ArgsOf, DataOf, ToolResult } from 'omniport/client'
import { type Clock, OmniportError, RpcError } from 'omniport/jsonrpc'
import type { Implementation, ListResourcesResult, LogLevel, ReadResourceResult, WireContent } from 'omniport/protocol'
import { Channel } from '../channel/channel.js'
import { isObject } from '../channel/read-message.js'
import type { RequestOptions } from '../channel/sent-requests.js'
import type { HostCapabilities } from '../messages/capabilities.js'
import { type DisplayMode, isDisplayMode, type ViewSize } from '../messages/display.js'
import type { HostContext } from '../messages/host-context.js'
import type { InitializeParams, InitializeResult } from '../messages/initialize.js'
import type { JsonObject, ModelContext, ViewNotifications, ViewRequests } from '../messages/methods.js'
import type { App } from './app.js'
import type { AppOptions, AppWindow } from './connect-app.js'
import { HostLook } from './host-look.js'
import { AwaitedListeners, Listeners } from './listeners.js'
import { readHostContext } from './read-host-context.js'
import { reportSize } from './report-size.js'
import { ToolMessages, toToolResult } from './tool-messages.js'

const defaultTimeoutMs = 60_000

/** A view at its end of the channel. */
export class AppConnection<D> implements App<D> {
  readonly #channel: Channel
  readonly #options: AppOptions
  readonly #window: AppWindow
  readonly #tool: ToolMessages<D>
  readonly #changes: Listeners<undefined>
  readonly #contexts: Listeners<HostContext>
  readonly #teardowns: AwaitedListeners<string | undefined>
  #look: HostLook | undefined
  #stopSize: (() => void) | undefined
  #host: Implementation = { name: '', version: '' }
  #hostCapabilities: HostCapabilities = {}
  #hostContext: HostContext = {}

  constructor(window: AppWindow, options: AppOptions, clock?: Clock) {
    const onError = (reason: unknown) => (options.onError ?? reportError)(reason)
    this.#window = window
    this.#options = options
    this.#teardowns = new AwaitedListeners(onError)
    this.#changes = new Listeners(onError)
    this.#contexts = new Listeners(onError)
    this.#tool = new ToolMessages(() => this.#changes.emit(undefined), onError)
    this.#channel = new Channel({
      receiver: window,
      peer: window.parent,
      peerOrigin: options.hostOrigin ?? '*',
      serve: (method, params) => this.#serve(method, params),
      onNotification: (method, params) => this.#receive(method, params),
      onError,
      timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
      clock,
    })
  }

  /** Says hello to the host, and that the view is ready for messages. */
  async initialize(params: InitializeParams, options: RequestOptions): Promise<void> {
    const answer = readAnswer(await this.#request('ui/initialize', params, options))
    this.#host = answer.hostInfo
    this.#hostCapabilities = answer.hostCapabilities
    this.#hostContext = answer.hostContext ?? {}
    this.#show()
    this.#notify('ui/notifications/initialized', {})
  }

  get host(): Implementation {
    return this.#host
  }
  get hostCapabilities(): HostCapabilities {
    return this.#hostCapabilities
  }
  get hostContext(): HostContext {
    return this.#hostContext
  }
  get tool() {
    return this.#tool.state
  }

  readonly onToolInput: App<D>['onToolInput'] = (listener) => {
    return this.#tool.listeners.input.add(listener, this.tool.input)
  }
  readonly onPartialToolInput: App<D>['onPartialToolInput'] = (listener) => {
    return this.#tool.listeners.partialInput.add(listener, this.tool.partialInput)
  }
  readonly onToolResult: App<D>['onToolResult'] = (listener) => {
    return this.#tool.listeners.result.add(listener, this.tool.result)
  }
  readonly onToolCancelled: App<D>['onToolCancelled'] = (listener) => {
    return this.#tool.listeners.cancelled.add(listener, this.tool.cancelled)
  }
  readonly onHostContextChange: App<D>['onHostContextChange'] = (listener) => this.#contexts.add(listener)
  readonly onTeardown: App<D>['onTeardown'] = (listener) => this.#teardowns.add(listener)
  readonly subscribe: App<D>['subscribe'] = (listener) => this.#changes.add(listener)

  async callTool<C>(name: string, args: ArgsOf<C>, options?: RequestOptions): Promise<ToolResult<DataOf<C>>> {
    return toToolResult(await this.#request('tools/call', { name, arguments: args as JsonObject }, options))
  }

  async readResource(uri: string, options?: RequestOptions): Promise<ReadResourceResult> {
    const result = await this.#request('resources/read', { uri }, options)
    return withList<ReadResourceResult>(result, 'resources/read', 'contents')
  }

  async listResources(options: { cursor?: string | undefined } & RequestOptions = {}): Promise<ListResourcesResult> {
    const { cursor, ...rest } = options
    const result = await this.#request('resources/list', cursor === undefined ? {} : { cursor }, rest)
    return withList<ListResourcesResult>(result, 'resources/list', 'resources')
  }

  openLink(url: string, options?: RequestOptions): Promise<void> {
    return this.#act('ui/open-link', { url }, options)
  }

  downloadFile(contents: ViewRequests['ui/download-file']['contents'], options?: RequestOptions): Promise<void> {
    return this.#act('ui/download-file', { contents }, options)
  }

  sendMessage(content: string | readonly WireContent[], options?: RequestOptions): Promise<void> {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content
    return this.#act('ui/message', { role: 'user', content: blocks }, options)
  }

  updateModelContext(context: ModelContext, options?: RequestOptions): Promise<void> {
    return this.#act('ui/update-model-context', context, options)
  }

  async requestDisplayMode(mode: DisplayMode, options?: RequestOptions): Promise<DisplayMode> {
    const { displayModes = ['inline'] } = this.#options
    if (!displayModes.includes(mode)) {
      throw new OmniportError('unsupported', `requestDisplayMode: "${mode}" is not in the displayModes of connectApp`)
    }
    if (!this.#hostContext.availableDisplayModes?.includes(mode)) {
      throw new OmniportError('unsupported', `requestDisplayMode: the host has no mode "${mode}"`)
    }
    const result = await this.#request('ui/request-display-mode', { mode }, options)
    if (isDisplayMode(result['mode'])) return result['mode']
    throw new OmniportError('invalid_result', 'ui/request-display-mode: the host must answer with the mode')
  }

  requestTeardown(): void {
    this.#notify('ui/notifications/request-teardown', {})
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    this.#notify('notifications/message', logger === undefined ? { level, data } : { level, data, logger })
  }

  sendSize(size: ViewSize): void {
    this.#notify('ui/notifications/size-changed', size)
  }

  async ping(options?: RequestOptions): Promise<void> {
    await this.#request('ping', {}, options)
  }

  close(): void {
    this.#stopSize?.()
    this.#channel.close()
  }

  /** Starts what needs a document. */
  #show(): void {
    const { autoResize = true, applyHostStyles = true } = this.#options
    const window = this.#window as Window & typeof globalThis // a page, where a document is asked for
    if (applyHostStyles) {
      this.#look = new HostLook(window.document)
      this.#look.apply(this.#hostContext)
    }
    if (autoResize) {
      const dimensions = () => this.#hostContext.containerDimensions ?? {}
      this.#stopSize = reportSize({ window, dimensions, onSize: (size) => this.sendSize(size) })
    }
  }

  #request<M extends keyof ViewRequests>(
    method: M,
    params: ViewRequests[M],
    options?: RequestOptions,
  ): Promise<JsonObject> {
    return this.#channel.request(method, params, options)
  }

  #notify<M extends keyof ViewNotifications>(method: M, params: ViewNotifications[M]): void {
    this.#channel.notify(method, params)
  }

  /** Asks the host to do something. */
  async #act<M extends keyof ViewRequests>(
    method: M,
    params: ViewRequests[M],
    options?: RequestOptions,
  ): Promise<void> {
    const { isError } = await this.#request(method, params, options)
    if (isError === true) throw new OmniportError('denied', `${method}: the host did not do it`)
  }

  #receive(method: string, params: JsonObject): void {
    if (method === 'ui/notifications/host-context-changed') this.#changeContext(params)
    else this.#tool.receive(method, params)
  }

  #changeContext(change: JsonObject): void {
    this.#hostContext = { ...this.#hostContext, ...readHostContext(change) }
    this.#look?.apply(this.#hostContext)
    this.#contexts.emit(this.#hostContext)
    this.#changes.emit(undefined)
  }

  #serve(method: string, params: JsonObject): unknown {
    if (method === 'ping') return {}
    if (method === 'ui/resource-teardown') return this.#tearDown(params['reason'])
    throw RpcError.methodNotFound(method)
  }

  async #tearDown(reason: unknown): Promise<JsonObject> {
    const isDone = await this.#teardowns.run(typeof reason === 'string' ? reason : undefined)
    if (!isDone) throw new RpcError(-32000, 'The view could not end in order')
    return {}
  }
}

function readAnswer(result: JsonObject): Required<InitializeResult> {
  const { protocolVersion, hostInfo, hostCapabilities, hostContext } = result
  if (typeof protocolVersion !== 'string' || !isObject(hostInfo) || typeof hostInfo['name'] !== 'string') {
    throw new OmniportError('invalid_result', 'ui/initialize: the host must answer with protocolVersion and hostInfo')
  }
  return {
    protocolVersion,
    hostInfo: { ...hostInfo, name: hostInfo['name'], version: String(hostInfo['version'] ?? '') },
    hostCapabilities: isObject(hostCapabilities) ? hostCapabilities : {},
    hostContext: readHostContext(hostContext),
  }
}

/** Checks the list that a result is about; what is in it comes from a server, and the host checks that. */
function withList<R>(result: JsonObject, method: string, member: keyof R & string): R {
  if (Array.isArray(result[member])) return result as unknown as R // see above
  throw new OmniportError('invalid_result', `${method}: ${member} must be an array`)
}
