import { type Clock, OmniportError, RpcError } from 'omniport/jsonrpc'
import type { ServeRequest } from '../channel/served-requests.js'
import type { AppCapabilities, HostCapabilities } from '../messages/capabilities.js'
import { type DisplayMode, isDisplayMode } from '../messages/display.js'
import type { HostContext } from '../messages/host-context.js'
import { protocolVersion } from '../messages/initialize.js'
import type { JsonObject } from '../messages/methods.js'
import { createRateCheck } from '../sandbox/message-limits.js'
import type { BridgeLimits } from './bridge-limits.js'
import type { AppBridgeOptions, ViewInfo, ViewMessage } from './bridge-options.js'
import { callViewTool } from './call-view-tool.js'
import { checkContent, checkObject, checkText } from './check-params.js'

/** What the requests of a view are served with. */
export interface ViewServices {
  readonly options: Pick<AppBridgeOptions, 'server' | 'ask' | 'on' | 'hostInfo'>
  readonly capabilities: HostCapabilities
  readonly limits: Pick<BridgeLimits, 'questionsPerMinute'>
  readonly clock: Clock
  /** The view, once it has sent `ui/initialize`. */
  view: ViewInfo | undefined
  context: HostContext
  /** Opens an address in a new tab. */
  open(url: URL): void
  /** The context changed because the view asked for it. */
  onContextChange(changes: HostContext): void
}

type Handler = (params: JsonObject, signal: AbortSignal) => unknown

/** The requests of a view. Each checks its parameters: nothing that a view sends is trusted. */
export function serveView(services: ViewServices): ServeRequest {
  const methods = new Map<string, Handler>([
    ['ui/initialize', (params) => initialize(services, params)],
    ['ping', () => ({})],
    ['ui/open-link', openLink(services)],
    ['ui/message', sendMessage(services)],
    ['ui/request-display-mode', ({ mode }) => requestDisplayMode(services, mode)],
    ['ui/update-model-context', (params) => updateModelContext(services, params)],
    ['tools/call', (params, signal) => callViewTool(services.options, params, signal)],
    ['resources/read', ({ uri }, signal) => readResource(services, uri, signal)],
  ])
  return (method, params, signal) => {
    services.options.on?.request?.(method, params)
    const handler = methods.get(method)
    if (handler === undefined) throw new RpcError(-32601, `Method not found: ${method.slice(0, 100)}`)
    if (services.view === undefined && method !== 'ui/initialize' && method !== 'ping') {
      throw new RpcError(-32600, `${method}: ui/initialize comes first`)
    }
    return Promise.resolve(handler(params, signal)).catch((reason) => {
      // A local error tells of this side: a view learns of its kind alone.
      throw OmniportError.is(reason)
        ? new RpcError(-32000, `${method}: ${reason.code}`, undefined, { cause: reason })
        : reason
    })
  }
}

function initialize(services: ViewServices, { appInfo, appCapabilities }: JsonObject): unknown {
  if (services.view !== undefined) throw new RpcError(-32600, 'ui/initialize: the view has started already')
  const { name, version, ...info } = checkObject('appInfo', appInfo)
  const capabilities: AppCapabilities = checkObject('appCapabilities', appCapabilities)
  const modes: unknown = capabilities.availableDisplayModes
  if (modes !== undefined && !(Array.isArray(modes) && modes.every(isDisplayMode))) {
    throw new RpcError(-32602, 'appCapabilities.availableDisplayModes must be a list of inline, fullscreen and pip')
  }
  services.view = {
    info: { ...info, name: checkText('name', name), version: checkText('version', version) },
    capabilities,
  }
  const { context, options } = services
  return { protocolVersion, hostInfo: options.hostInfo, hostCapabilities: services.capabilities, hostContext: context }
}

function openLink({ options, limits, clock, open }: ViewServices): Handler {
  const question = oneAtATime(limits, clock)
  return ({ url: text }, signal) => {
    const address = checkText('url', text)
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      throw new RpcError(-32000, 'Invalid URL: it must be http or https')
    }
    return question(async () => {
      if ((await options.ask?.link?.(url, signal)) !== true) throw new RpcError(-32000, 'Link opening denied by user')
      signal.throwIfAborted()
      open(url)
      return {}
    })
  }
}

function sendMessage({ options, limits, clock }: ViewServices): Handler {
  const question = oneAtATime(limits, clock)
  return ({ role, content }, signal) => {
    if (role !== 'user') throw new RpcError(-32602, 'role must be "user"')
    const message: ViewMessage = { role, content: checkContent(Array.isArray(content) ? content : [content]) }
    return question(async () => {
      const { ask, on } = options
      if (on?.message === undefined || (await ask?.message?.(message, signal)) !== true) {
        throw new RpcError(-32000, 'Message sending denied')
      }
      signal.throwIfAborted()
      await on.message(message)
      return {}
    })
  }
}

/** A person is asked one thing at a time, and not too often. */
function oneAtATime(
  { questionsPerMinute }: ViewServices['limits'],
  clock: Clock,
): (ask: () => Promise<unknown>) => Promise<unknown> {
  const keepsRate = createRateCheck({ messagesPerSecond: questionsPerMinute / 60, messageBurst: questionsPerMinute })
  let isAsking = false
  return async (ask) => {
    if (isAsking) throw new RpcError(-32000, 'The person is still being asked; wait for the answer')
    if (!keepsRate(clock.now())) throw new RpcError(-32000, 'The person was asked too often; wait a minute')
    isAsking = true
    try {
      return await ask()
    } finally {
      isAsking = false
    }
  }
}

async function requestDisplayMode(services: ViewServices, mode: unknown): Promise<unknown> {
  if (!isDisplayMode(mode)) throw new RpcError(-32602, 'mode must be inline, fullscreen or pip')
  const { displayMode: current = 'inline', availableDisplayModes: offered = [] } = services.context
  const { displayMode } = services.options.on ?? {}
  if (displayMode === undefined || !offered.includes(mode) || !supportsMode(services.view, mode)) {
    return { mode: current }
  }
  const actual = await displayMode(mode)
  if (!supportsMode(services.view, actual))
    throw new Error(`on.displayMode returned ${actual}, which the view did not declare`)
  if (actual !== current) services.onContextChange({ displayMode: actual })
  return { mode: actual }
}

/** Tells if a view can be shown in a mode. One that declares none takes any. spec: apps#display-modes */
export function supportsMode(view: ViewInfo | undefined, mode: DisplayMode): boolean {
  return view?.capabilities.availableDisplayModes?.includes(mode) ?? true
}

async function updateModelContext({ options }: ViewServices, params: JsonObject): Promise<unknown> {
  const { content, structuredContent } = params
  const context = {
    ...(content === undefined ? {} : { content: checkContent(content) }),
    ...(structuredContent === undefined
      ? {}
      : { structuredContent: checkObject('structuredContent', structuredContent) }),
  }
  if (options.on?.modelContext === undefined) throw new RpcError(-32000, 'Context update denied')
  await options.on.modelContext(context)
  return {}
}

function readResource({ options }: ViewServices, uri: unknown, signal: AbortSignal): unknown {
  const { server } = options
  if (server?.readResource === undefined)
    throw new RpcError(-32601, 'resources/read: this host reads no resources for views')
  return server.readResource(checkText('uri', uri), { signal })
}

/** The capabilities that follow from the functions of a host: a view is told of what will be served. spec: apps#host-capabilities */
export function toCapabilities(
  { server, ask, on }: Pick<AppBridgeOptions, 'server' | 'ask' | 'on'>,
  sandbox: NonNullable<HostCapabilities['sandbox']>,
): HostCapabilities {
  const content = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} }
  return {
    sandbox,
    ...(ask?.link === undefined ? {} : { openLinks: {} }),
    ...(server === undefined || ask?.tool === undefined ? {} : { serverTools: {} }),
    ...(server?.readResource === undefined ? {} : { serverResources: {} }),
    ...(on?.log === undefined ? {} : { logging: {} }),
    ...(ask?.message === undefined || on?.message === undefined ? {} : { message: content }),
    ...(on?.modelContext === undefined ? {} : { updateModelContext: { ...content, structuredContent: {} } }),
  }
}
