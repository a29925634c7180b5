import type { Clock } from 'omniport/jsonrpc'
import { OmniportError } from 'omniport/jsonrpc'
import type { Implementation } from 'omniport/protocol'
import type { MessageReceiver, MessageTarget } from '../channel/message-windows.js'
import { type DisplayMode, isDisplayMode } from '../messages/display.js'
import { type InitializeParams, protocolVersion } from '../messages/initialize.js'
import type { App } from './app.js'
import { AppConnection } from './app-connection.js'

/** The name of a view, and how it behaves. */
export interface AppOptions extends Implementation {
  /** All modes that the view can be shown in: a host uses no others. Default: `['inline']`. */
  readonly displayModes?: readonly DisplayMode[] | undefined
  /** Tells the host the size of the content, and each change of it. Default: true. */
  readonly autoResize?: boolean | undefined
  /**
   * Gives the page the look of the host: `data-theme` and `color-scheme` of the root element, the CSS variables of the host, its
   * fonts, and the size of the frame. Default: true.
   */
  readonly applyHostStyles?: boolean | undefined
  /**
   * The origin of the window around the view, which is the sandbox of a host on the web, not its page. A view that shows secrets
   * names it, so that no other page gets or sends messages. Default: `'*'`, any, as views do not know who shows them.
   */
  readonly hostOrigin?: string | undefined
  /** Milliseconds that the host may take for an answer, the one at the start included. Default: 60,000. */
  readonly timeoutMs?: number | undefined
  /** Gives up connecting. */
  readonly signal?: AbortSignal | undefined
  /** Gets what listeners throw. Default: the browser reports it, as it does for event listeners. */
  onError?(reason: unknown): void
}

/**
 * Connects the page in a sandboxed frame, the view of a tool, to the host around it. `D` is the type of the tool, so that
 * arguments and results have theirs: `connectApp<typeof chart>({ name: 'chart', version: '1.0.0' })`, with `chart` imported as
 * a type.
 *
 * Rejects with OmniportError `unreachable` where no page is around this one, `timeout` when the host does not answer, and
 * `invalid_result` when it answers something else; with `RpcError` when it refuses; with TypeError for wrong options.
 *
 * spec: apps#lifecycle
 */
export function connectApp<D = unknown>(options: AppOptions): Promise<App<D>> {
  const { window } = globalThis as { readonly window?: AppWindow }
  return connectWindow<D>(window, options)
}

/** The window of a view, as far as it is used. `document` and what follows it are for `autoResize` and `applyHostStyles`. */
export interface AppWindow extends MessageReceiver {
  readonly parent: MessageTarget
}

/** Connects the view in `window`. */
export async function connectWindow<D>(
  window: AppWindow | undefined,
  options: AppOptions,
  clock?: Clock,
): Promise<App<D>> {
  if (window === undefined || (window.parent as unknown) === window) {
    throw new OmniportError('unreachable', 'connectApp: there is no host; this page has to run in the frame of one')
  }
  checkOptions(options)
  const app = new AppConnection<D>(window, options, clock)
  try {
    const { timeoutMs, signal } = options
    await app.initialize(toParams(options), { timeoutMs, signal })
    return app
  } catch (reason) {
    app.close()
    throw reason
  }
}

function toParams(options: AppOptions): InitializeParams {
  const { name, version, title, description, icons, websiteUrl, displayModes = ['inline'] } = options
  const info = { name, version, title, description, icons, websiteUrl }
  const appInfo = Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined))
  return {
    protocolVersion,
    appInfo: appInfo as unknown as Implementation, // without the members that are undefined
    appCapabilities: { availableDisplayModes: displayModes },
  }
}

function checkOptions({ name, version, displayModes = [], hostOrigin = '*', timeoutMs = 1 }: AppOptions): void {
  const areModes = Array.isArray(displayModes) && displayModes.every(isDisplayMode)
  const checks: readonly (readonly [isRight: boolean, option: object, wanted: string])[] = [
    [typeof name === 'string' && name !== '', { name }, 'a name'],
    [typeof version === 'string', { version }, 'a string'],
    [areModes, { displayModes }, "a list of 'inline', 'fullscreen' and 'pip'"],
    [hostOrigin === '*' || isOrigin(hostOrigin), { hostOrigin }, 'an origin such as https://host.example'],
    [timeoutMs > 0, { timeoutMs }, 'milliseconds above 0'],
  ]
  for (const [isRight, option, wanted] of checks) {
    const [[key, value] = []] = Object.entries(option)
    if (!isRight) throw new TypeError(`connectApp: ${key} must be ${wanted}, got ${show(value)}`)
  }
}

function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value
}
