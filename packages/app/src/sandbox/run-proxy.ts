import type { checkCsp } from './check-csp.js'
import type { createRateCheck, fitsLimits, MessageLimits } from './message-limits.js'
import type { toPolicy } from './to-policy.js'

/** The functions that the page of the sandbox holds beside `runProxy`, and what it is given. */
export interface ProxyParts {
  readonly checkCsp: typeof checkCsp
  readonly toPolicy: typeof toPolicy
  readonly fitsLimits: typeof fitsLimits
  readonly createRateCheck: typeof createRateCheck
  readonly openView: typeof openView
  /** The origins of the pages that may use the sandbox. */
  readonly hostOrigins: readonly string[]
  /** Used where the host gives none. */
  readonly limits: MessageLimits
}

/**
 * The script of the sandbox page: it opens the view that the host hands over in a frame of its own, and passes messages on, in
 * both directions, except `ui/notifications/sandbox-*`. It tells the host by `sandbox-message-refused` of a message that is too
 * large, and by `sandbox-view-ended` when it has removed a view that sends too many or that loaded another document.
 *
 * The page holds the text of this function, so it may use nothing from outside. spec: apps#sandbox-proxy
 */
export function runProxy(parts: ProxyParts): void {
  const host = window.parent
  const reserved = 'ui/notifications/sandbox-'
  let { limits } = parts
  let frame: HTMLIFrameElement | undefined
  let hostOrigin = ''
  let keepsRate = parts.createRateCheck(limits)
  const notify = (name: string, params: object, origin: string) => {
    host.postMessage({ jsonrpc: '2.0', method: reserved + name, params }, origin)
  }
  const end = (reason: string) => {
    if (frame === undefined) return
    frame.remove()
    frame = undefined
    notify('view-ended', { reason }, hostOrigin)
  }
  const fromHost = ({ data, origin }: MessageEvent) => {
    const method = String(data?.method)
    if (method === `${reserved}resource-ready` && hostOrigin === '' && typeof data.params?.html === 'string') {
      hostOrigin = origin
      limits = { ...limits, ...data.params.limits }
      keepsRate = parts.createRateCheck(limits)
      frame = parts.openView(data.params, parts, () => end('navigated'))
    } else if (!method.startsWith(reserved) && origin === hostOrigin) {
      frame?.contentWindow?.postMessage(data, '*') // the origin of the view is opaque: there is no name for it
    }
  }
  const fromView = ({ data }: MessageEvent) => {
    if (!keepsRate(performance.now())) return end('rate')
    if (parts.fitsLimits(data, limits)) {
      if (!String(data?.method).startsWith(reserved)) host.postMessage(data, hostOrigin)
    } else {
      const id: unknown = data?.id
      const isId = typeof id === 'number' || (typeof id === 'string' && id.length <= 100)
      notify('message-refused', isId && typeof data.method === 'string' ? { id } : {}, hostOrigin)
    }
  }
  addEventListener('message', (event) => {
    if (event.source === host && parts.hostOrigins.includes(event.origin)) fromHost(event)
    else if (frame && event.source === frame.contentWindow && event.origin === 'null') fromView(event)
  })
  for (const origin of parts.hostOrigins) notify('proxy-ready', {}, origin)
}

/**
 * Opens a view below its policy, which stands before all that is its own. The document has an opaque origin: it shares no
 * storage with other views and reaches no document, that of the sandbox included. `onLeave` is called when it has loaded another
 *
 * The page of the sandbox holds the text of this function, so it may use nothing from outside.
 */
export function openView(
  params: { readonly html: string; readonly csp?: unknown; readonly permissions?: object },
  parts: Pick<ProxyParts, 'checkCsp' | 'toPolicy'>,
  onLeave: () => void,
): HTMLIFrameElement {
  const features = [
    ['camera', 'camera'],
    ['microphone', 'microphone'],
    ['geolocation', 'geolocation'],
    ['clipboardWrite', 'clipboard-write'],
  ] as const
  const { csp } = parts.checkCsp(params.csp)
  const head = [
    csp.baseUriDomains.length === 0 ? '<base href="about:srcdoc">' : '', // so that #fragments stay in the document
    `<meta http-equiv="Content-Security-Policy" content="${parts.toPolicy(csp)}">`,
    '<meta http-equiv="x-dns-prefetch-control" content="off">',
  ]
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-forms')
  frame.allow = features.flatMap(([name, feature]) => (Object(params.permissions)[name] ? [feature] : [])).join('; ')
  frame.srcdoc = `<!doctype html>${head.join('')}${params.html}`
  let loads = 0
  frame.addEventListener('load', () => {
    loads += 1
    if (loads > 1) onLeave()
  })
  document.addEventListener('securitypolicyviolation', onLeave)
  document.body.append(frame)
  return frame
}
