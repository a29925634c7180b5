import { checkCsp } from './check-csp.js'
import { defaultMessageLimits } from './default-message-limits.js'
import { createRateCheck, fitsLimits } from './message-limits.js'
import { openView, runProxy } from './run-proxy.js'
import { toPolicy } from './to-policy.js'

/** Options of `sandboxPage`. */
export interface SandboxPageOptions {
  /** The origins of the pages that show views, such as `https://chat.example.com`. Other pages cannot use the sandbox. */
  readonly hostOrigins: readonly string[]
  /**
   * The URL that was requested, or its path with the query. The bridge puts there the origins of frames inside the view, one
   * parameter `frame` each. Without it a view has no frames.
   */
  readonly url?: string | undefined
}

/** An HTTP response: status 200, these headers and this body. */
export interface SandboxPage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The page that stands between a host and a view, for any HTTP server to serve. Its origin must not be that of the host, and
 * should have nothing else: best is a site of its own, since browsers run pages of one site in one process, where an endless loop
 * of a view stops the others. `Origin-Agent-Cluster` asks for a process by origin.
 *
 * Throws TypeError for a host origin that is none. spec: apps#sandbox-proxy
 */
export function sandboxPage({ hostOrigins, url = '' }: SandboxPageOptions): SandboxPage {
  for (const origin of hostOrigins) {
    if (!isOrigin(origin)) {
      throw new TypeError(
        `hostOrigins: ${JSON.stringify(origin)} must be an origin, such as "https://chat.example.com"`,
      )
    }
  }
  if (hostOrigins.length === 0) throw new TypeError('hostOrigins: at least one origin must be able to use the sandbox')
  const query = new URLSearchParams(url.split('#')[0]?.split('?').slice(1).join('?'))
  const { frameDomains } = checkCsp({ frameDomains: query.getAll('frame') }).csp
  return { headers: headersOf(hostOrigins, frameDomains), body: bodyOf(hostOrigins) }
}

/** What is used of a request of `node:http`. */
export interface SandboxRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
}

/** What is used of a response of `node:http`. */
export interface SandboxResponse {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown
  end(body?: string): unknown
}

/**
 * A listener for `createServer` of `node:http`, or a handler of Express: GET answers the page on every path.
 *
 * Throws TypeError as `sandboxPage` does.
 */
export function createSandboxHandler(
  options: Pick<SandboxPageOptions, 'hostOrigins'>,
): (request: SandboxRequest, response: SandboxResponse) => void {
  sandboxPage(options)
  return ({ method, url }, response) => {
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' })
      response.end()
      return
    }
    const { headers, body } = sandboxPage({ ...options, url })
    response.writeHead(200, headers)
    response.end(method === 'HEAD' ? undefined : body)
  }
}

/**
 * The policy is also that of each view, which inherits it, so it only denies what no view may do. `frame-src` holds a view back
 * from loading other documents in its own place.
 */
function headersOf(hostOrigins: readonly string[], frameDomains: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    `frame-ancestors ${hostOrigins.join(' ')}`,
    `frame-src ${frameDomains.length === 0 ? "'none'" : frameDomains.join(' ')}`,
    "object-src 'none'",
    "form-action 'none'",
    "webrtc 'block'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-cache',
  }
}

function bodyOf(hostOrigins: readonly string[]): string {
  const functions = { checkCsp, toPolicy, fitsLimits, createRateCheck, openView }
  const members = Object.entries(functions).map(([name, fn]) => `${name}: ${fn}`)
  const values = Object.entries({ hostOrigins, limits: defaultMessageLimits }).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  )
  const script = `(${runProxy})({\n${[...members, ...values].join(',\n')}\n})`.replaceAll('</', '<\\/')
  const style = 'html,body{margin:0;height:100%;overflow:hidden}iframe{display:block;border:0;width:100%;height:100%}'
  return `<!doctype html><meta charset="utf-8"><title>Sandbox</title><style>${style}</style><body><script>${script}</script>`
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || /[;,'"]/.test(value) || !URL.canParse(value)) return false
  const { protocol, origin } = new URL(value)
  return origin === value && (protocol === 'https:' || protocol === 'http:')
}
