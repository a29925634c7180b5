import type { Clock } from 'omniport/jsonrpc'
import type { MessageReceiver, MessageTarget, ReceivedMessage } from '../channel/message-windows.js'
import type { Permissions } from '../messages/capabilities.js'
import type { ContainerDimensions, ViewSize } from '../messages/display.js'
import type { CheckedCsp } from '../sandbox/check-csp.js'
import { createRateCheck, fitsLimits } from '../sandbox/message-limits.js'
import type { BridgeLimits } from './bridge-limits.js'
import type { EndReason } from './bridge-options.js'

/** The parts of a sandbox frame, and what it reports. */
export interface SandboxFrameOptions {
  readonly container: Node
  readonly url: URL
  readonly html: string
  readonly csp: CheckedCsp['csp']
  readonly permissions: Permissions
  readonly limits: BridgeLimits
  readonly clock: Clock
  /** The view did something for which it is to be removed. */
  onFault(reason: EndReason): void
}

const reserved = 'ui/notifications/sandbox-'

/**
 * The frame that holds the page of the sandbox, as both ends of a channel: what comes from the right frame and origin, within the
 * limits, goes to the listener; the messages of the sandbox itself stay here. spec: apps#sandbox-proxy
 */
export class SandboxFrame implements MessageReceiver, MessageTarget {
  readonly element: HTMLIFrameElement
  readonly #options: SandboxFrameOptions
  readonly #keepsRate: (now: number) => boolean
  readonly #onMessage = (event: MessageEvent) => this.#receive(event)
  #listener: ((event: ReceivedMessage) => void) | undefined
  #hasResource = false
  /** When the last message of the view arrived. */
  lastMessageAt = 0

  constructor(options: SandboxFrameOptions) {
    this.#options = options
    this.#keepsRate = createRateCheck(options.limits)
    this.element = createElement(options)
    window.addEventListener('message', this.#onMessage)
    options.container.appendChild(this.element)
  }

  addEventListener(_: 'message', listener: (event: ReceivedMessage) => void): void {
    this.#listener = listener
  }

  removeEventListener(): void {
    this.#listener = undefined
  }

  postMessage(message: unknown): void {
    this.element.contentWindow?.postMessage(message, this.#options.url.origin)
  }

  /** True once the page of the sandbox has answered. */
  get isReady(): boolean {
    return this.#hasResource
  }

  remove(): void {
    window.removeEventListener('message', this.#onMessage)
    this.element.remove()
  }

  #receive(event: MessageEvent): void {
    const { clock, url, onFault } = this.#options
    const { contentWindow } = this.element
    if (event.source !== contentWindow) {
      // A view can post to this page past its sandbox. Nothing of it is read, but all of it takes time.
      if (isInside(event.source, contentWindow) && !this.#keepsRate(clock.now())) onFault('rate')
      return
    }
    if (event.origin !== url.origin) return
    if (this.#keepsRate(clock.now())) this.#receiveData(event.data)
    else onFault('rate')
  }

  #receiveData(
    data: { readonly method?: unknown; readonly params?: unknown; readonly id?: unknown } | undefined,
  ): void {
    const { limits, clock, url } = this.#options
    const method = fitsLimits(data, limits) ? String(data?.method) : undefined
    if (method === undefined) this.#refuse(data?.id)
    else if (method.startsWith(reserved)) this.#serveSandbox(method.slice(reserved.length), Object(data?.params))
    else if (this.#hasResource) {
      this.lastMessageAt = clock.now()
      this.#listener?.({ data, origin: url.origin, source: this })
    }
  }

  #serveSandbox(name: string, params: { readonly reason?: unknown; readonly id?: unknown }): void {
    if (name === 'proxy-ready' && !this.#hasResource) this.#sendResource()
    else if (name === 'message-refused') this.#refuse(params.id)
    else if (name === 'view-ended') this.#options.onFault(params.reason === 'rate' ? 'rate' : 'navigated')
    else if (name === 'proxy-ready') this.#options.onFault('navigated')
  }

  #sendResource(): void {
    this.#hasResource = true
    const { html, csp, permissions, limits } = this.#options
    const params = { html, csp, permissions, limits }
    this.postMessage({ jsonrpc: '2.0', method: `${reserved}resource-ready`, params })
  }

  #refuse(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return
    const { messageCharacters, messageValues, messageDepth } = this.#options.limits
    const bounds = `${messageCharacters} characters, ${messageValues} values and ${messageDepth} levels`
    const error = { code: -32600, message: `A message must be JSON of at most ${bounds}` }
    this.postMessage({ jsonrpc: '2.0', id, error })
  }
}

function createElement({ url, csp, permissions }: SandboxFrameOptions): HTMLIFrameElement {
  const element = document.createElement('iframe')
  const address = new URL(url)
  for (const origin of csp.frameDomains) address.searchParams.append('frame', origin)
  element.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  element.allow = Object.keys(permissions)
    .map((name) => (name === 'clipboardWrite' ? 'clipboard-write' : name))
    .join('; ')
  element.referrerPolicy = 'origin'
  Object.assign(element.style, { display: 'block', border: '0', width: '100%' })
  element.src = address.href
  return element
}

/** Tells if a window is in a frame below another one. */
function isInside(source: MessageEventSource | null, outer: Window | null): boolean {
  let inner = source as Window | null // a port or a worker has no parent
  // The window at the top is its own parent, without end.
  for (let depth = 0; inner?.parent && depth < 10; depth += 1) {
    inner = inner.parent
    if (inner === outer) return true
  }
  return false
}

/** The styles of a frame that give it its size. */
export interface SizeStyle {
  readonly height?: string
  readonly width?: string
  readonly minWidth?: string
}

/**
 * The size that a view asks for, as its frame gets it: a fixed side stays, a side with a maximum ends there, and every side at
 * `most` pixels. Without any width the frame fills its container, and is as wide as the view only where that fits.
 *
 * spec: apps#container-dimensions
 */
export function fitSize(
  asked: ViewSize,
  { height, maxHeight, width, maxWidth }: ContainerDimensions,
  most: number,
): ViewSize {
  const bound = (side: unknown, fixed: number | undefined, max = most) => {
    if (fixed !== undefined) return fixed
    return typeof side === 'number' && Number.isFinite(side) ? Math.max(0, Math.min(side, max, most)) : undefined
  }
  return { width: bound(asked.width, width, maxWidth), height: bound(asked.height, height, maxHeight) }
}

/** The styles of a frame of that size. An absent side changes nothing. */
export function toSizeStyle({ width, height }: ViewSize, dimensions: ContainerDimensions): SizeStyle {
  const followsContainer = dimensions.width === undefined && dimensions.maxWidth === undefined
  const ofWidth = followsContainer ? { minWidth: `min(${width}px, 100%)` } : { width: `${width}px` }
  return {
    ...(height === undefined ? {} : { height: `${height}px` }),
    ...(width === undefined ? {} : ofWidth),
  }
}
