import type { CallToolResult } from 'omniport'
import { type Clock, OmniportError } from 'omniport/jsonrpc'
import type { LogLevel } from 'omniport/protocol'
import { browserClock } from '../channel/browser-clock.js'
import { Channel } from '../channel/channel.js'
import type { HostContext } from '../messages/host-context.js'
import type { JsonObject } from '../messages/methods.js'
import { checkCsp } from '../sandbox/check-csp.js'
import { toPolicy } from '../sandbox/to-policy.js'
import type { AppBridge } from './app-bridge.js'
import type { AppBridgeOptions, BridgeEvents, EndReason, ViewInfo } from './bridge-options.js'
import type { CheckedBridgeOptions } from './check-bridge-options.js'
import { watchByPing } from './ping-watch.js'
import { fitSize, SandboxFrame, toSizeStyle } from './sandbox-frame.js'
import { serveView, supportsMode, toCapabilities, type ViewServices } from './view-requests.js'

const partialInput = 'ui/notifications/tool-input-partial'

const levels: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** A bridge from its start to its end. */
export class RunningBridge implements AppBridge {
  readonly policy: string
  readonly refusedDomains: readonly string[]
  readonly ready: Promise<ViewInfo>
  readonly #events: BridgeEvents
  readonly #checked: CheckedBridgeOptions
  readonly #clock: Clock
  readonly #sandbox: SandboxFrame
  readonly #services: ViewServices
  readonly #channel: Channel
  #stage: 'starting' | 'running' | 'ended' = 'starting'
  /** Where the tool call is, as the view knows it. */
  #call: 'open' | 'input' | 'done' = 'open'
  #waiting: { readonly method: string; readonly params: JsonObject }[] = []
  #isUnresponsive = false
  #closing: Promise<void> | undefined
  #stopTimer: () => void
  #settle: { resolve(view: ViewInfo): void; reject(reason: unknown): void } | undefined

  constructor(options: AppBridgeOptions, checked: CheckedBridgeOptions) {
    const { app, container, on = {}, clock = browserClock } = options
    const { csp, refused } = checkCsp(app.csp)
    this.#events = on
    this.#checked = checked
    this.#clock = clock
    this.policy = toPolicy(csp)
    this.refusedDomains = refused
    this.ready = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.ready.catch(() => {})
    this.#sandbox = new SandboxFrame({ ...checked, container, csp, clock, html: app.html, onFault: this.#end })
    this.#services = {
      options,
      clock,
      limits: checked.limits,
      capabilities: toCapabilities(options, { csp, permissions: checked.permissions }),
      view: undefined,
      context: options.hostContext ?? {},
      open: (url) => void window.open(url.href, '_blank', 'noopener,noreferrer'),
      onContextChange: (changes) => this.updateHostContext(changes),
    }
    this.#channel = new Channel({
      receiver: this.#sandbox,
      peer: this.#sandbox,
      peerOrigin: '*', // the sandbox checks the origin
      clock,
      serve: serveView(this.#services),
      onNotification: (method, params) => this.#emit(() => this.#receive(method, params)),
      onError: this.#report,
    })
    this.#resize({})
    this.#stopTimer = clock.after(checked.limits.startMs, () => this.#end('timeout'))
  }

  get frame(): HTMLIFrameElement {
    return this.#sandbox.element
  }

  sendToolInputPartial(args: JsonObject): void {
    if (this.#call !== 'open') return
    if (this.#waiting.at(-1)?.method === partialInput) this.#waiting.pop()
    this.#notify(partialInput, { arguments: args })
  }

  sendToolInput(args: JsonObject): void {
    if (this.#call !== 'open') throw new TypeError('sendToolInput: the input is sent once, before the result')
    this.#call = 'input'
    this.#notify('ui/notifications/tool-input', { arguments: args })
  }

  sendToolResult(result: CallToolResult<string>): void {
    if (this.#call !== 'input') throw new TypeError('sendToolResult: the result is sent once, after sendToolInput')
    this.#call = 'done'
    this.#notify('ui/notifications/tool-result', { ...result })
  }

  sendToolCancelled(reason?: string): void {
    if (this.#call === 'done') throw new TypeError('sendToolCancelled: the call has ended')
    this.#call = 'done'
    this.#notify('ui/notifications/tool-cancelled', reason === undefined ? {} : { reason })
  }

  updateHostContext(changes: HostContext): void {
    const { displayMode } = changes
    if (displayMode !== undefined && !supportsMode(this.#services.view, displayMode)) {
      throw new TypeError(`updateHostContext: the view did not declare the display mode ${displayMode}`)
    }
    this.#services.context = { ...this.#services.context, ...changes }
    if (changes.containerDimensions !== undefined) this.#resize({})
    if (this.#services.view !== undefined) this.#notify('ui/notifications/host-context-changed', changes)
  }

  close(reason = 'closed'): Promise<void> {
    this.#closing ??= this.#tearDown(reason)
    return this.#closing
  }

  async #tearDown(reason: string): Promise<void> {
    if (this.#stage === 'running') {
      const timeoutMs = this.#isUnresponsive ? 0 : this.#checked.limits.teardownMs
      await this.#channel.request('ui/resource-teardown', { reason }, { timeoutMs }).catch(() => {})
    }
    this.#end('closed')
  }

  readonly #end = (reason: EndReason): void => {
    if (this.#stage === 'ended') return
    if (this.#stage === 'running' && reason !== 'closed') {
      this.#channel.request('ui/resource-teardown', { reason }).catch(() => {})
    }
    this.#stage = 'ended'
    this.#stopTimer()
    this.#channel.close()
    this.#sandbox.remove()
    this.#settle?.reject(this.#toError(reason))
    this.#emit(() => this.#events.end?.(reason))
  }

  #toError(reason: EndReason): OmniportError {
    if (reason !== 'timeout') return new OmniportError('closed', `The view ended before it had started: ${reason}`)
    const { url, limits } = this.#checked
    const problem = this.#sandbox.isReady
      ? 'the view did not send ui/notifications/initialized'
      : `the sandbox at ${url.origin}${url.pathname} did not answer: its hostOrigins must list ${window.location.origin}`
    return new OmniportError('timeout', `The view did not start within ${limits.startMs} ms: ${problem}`)
  }

  #receive(method: string, params: JsonObject): void {
    const { view } = this.#services
    if (view === undefined) return
    if (method === 'ui/notifications/initialized') this.#start(view)
    else if (method === 'ui/notifications/size-changed') this.#resize(params)
    else receiveNotification(this.#events, method, params)
  }

  #start(view: ViewInfo): void {
    if (this.#stage !== 'starting') return
    this.#stage = 'running'
    this.#stopTimer()
    this.#stopTimer = watchByPing({
      clock: this.#clock,
      limits: this.#checked.limits,
      ping: (timeoutMs) => this.#channel.request('ping', {}, { timeoutMs }),
      lastMessageAt: () => this.#sandbox.lastMessageAt,
      onChange: (isUnresponsive, hasAnswered) => {
        this.#isUnresponsive = isUnresponsive
        if (isUnresponsive) this.#emit(() => this.#events.unresponsive?.({ hasAnswered }))
      },
    })
    this.#settle?.resolve(view)
    const waiting = this.#waiting
    this.#waiting = []
    for (const { method, params } of waiting) this.#emit(() => this.#channel.notify(method, params))
  }

  #resize(asked: JsonObject): void {
    const { containerDimensions = {} } = this.#services.context
    const size = fitSize(asked, containerDimensions, this.#checked.limits.sidePixels)
    const { height, width } = size
    Object.assign(this.frame.style, toSizeStyle(size, containerDimensions))
    if (height !== undefined || width !== undefined) this.#emit(() => this.#events.size?.(size))
  }

  /** Sends at once, or when the view has started. spec: apps#sandbox-proxy */
  #notify(method: string, params: JsonObject): void {
    if (this.#stage === 'running') this.#channel.notify(method, params)
    else if (this.#stage === 'starting') this.#waiting.push({ method, params })
  }

  #emit(call: () => void): void {
    try {
      call()
    } catch (reason) {
      this.#report(reason)
    }
  }

  readonly #report = (reason: unknown): void => {
    if (this.#events.error === undefined) reportError(reason)
    else this.#events.error(reason)
  }
}

/** Passes a notification of a view on; one that is malformed or unknown is ignored, since nobody waits for an answer. */
function receiveNotification(on: BridgeEvents, method: string, params: JsonObject): void {
  if (method === 'ui/notifications/request-teardown') on.closeRequest?.()
  if (method !== 'notifications/message') return
  const { data, logger } = params
  const level = levels.find((each) => each === params['level'])
  if (level !== undefined) on.log?.({ level, data, ...(typeof logger === 'string' ? { logger } : {}) })
}
