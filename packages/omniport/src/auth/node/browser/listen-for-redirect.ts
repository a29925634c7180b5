import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { parseUrl } from '../../../values/text/parse-url.js'
import type { BrowserLauncher, RedirectListener } from '../../client/browser-launcher.js'

/**
 * Waits on a port of 127.0.0.1 for one redirect to `/callback` with this state. Other requests are refused, and nothing of them
 * is echoed. The port closes after the redirect, on abort, or by `close`.
 *
 * spec: RFC 8252 section 7.3, basic/authorization/security-considerations#open-redirection
 *
 * Rejects with OmniportError `unauthorized` if the port is in use.
 */
export const listenForRedirect: BrowserLauncher['listen'] = async ({ state, port = 0, signal }) => {
  signal.throwIfAborted()
  const server = createServer({ maxHeaderSize: 32 * 1024, requestTimeout: 10_000, keepAliveTimeout: 1 })
  await listen(server, port)
  const listener = new LoopbackRedirectListener(server, state, signal)
  return { url: listener.url, received: listener.received, close: () => listener.close() }
}

class LoopbackRedirectListener implements RedirectListener {
  readonly url: string
  readonly received: Promise<string>
  readonly #server: Server
  readonly #state: Buffer
  readonly #hosts: ReadonlySet<string>
  readonly #signal: AbortSignal
  #resolve: (url: string) => void = () => {}
  #reject: (reason: unknown) => void = () => {}
  #closing: Promise<void> | undefined

  constructor(server: Server, state: string, signal: AbortSignal) {
    const { port } = server.address() as AddressInfo // it listens on TCP
    this.url = `http://127.0.0.1:${port}${path}`
    this.#server = server
    this.#state = digest(state)
    this.#hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
    this.#signal = signal
    this.received = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.received.catch(() => {})
    server.on('request', (request, response) => this.#answer(request, response))
    signal.addEventListener('abort', this.#onAbort)
    if (signal.aborted) this.#onAbort()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  readonly #onAbort = (): void => {
    this.#reject(this.#signal.reason)
    void this.close()
  }

  async #close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort)
    this.#reject(new OmniportError('closed', 'the redirect listener is closed'))
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeAllConnections()
    await closed
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const target = this.#targetOf(request)
    const status = target === undefined ? 404 : this.#statusFor(request.method, target)
    if (target === undefined || status !== 200) {
      reply(response, status, 'No sign-in is expected here.')
      return
    }
    response.once('close', () => void this.close())
    reply(response, 200, 'You can close this page and go back to the application.')
    this.#resolve(this.url + target.search)
  }

  #statusFor(method: string | undefined, target: URL): number {
    if (target.pathname !== path) return 404
    if (method !== 'GET') return 405
    return this.#hasExpectedState(target) ? 200 : 400
  }

  /** Undefined for a foreign host name that resolves to this machine (DNS rebinding). */
  #targetOf({ headers, url }: IncomingMessage): URL | undefined {
    const { host } = headers
    if (host === undefined || url?.startsWith('/') !== true || !this.#hosts.has(host)) return undefined
    const text = `http://${host}${url}`
    return parseUrl(text)
  }

  #hasExpectedState({ searchParams }: URL): boolean {
    const [given, ...others] = searchParams.getAll('state')
    return given !== undefined && others.length === 0 && timingSafeEqual(digest(given), this.#state)
  }
}

const path = '/callback'

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // While it listens, an error is about one connection.
    server.on('error', (cause) => {
      reject(new OmniportError('unauthorized', `port ${port} of 127.0.0.1 cannot be opened`, { cause }))
    })
    server.listen({ host: '127.0.0.1', port, exclusive: true }, resolve)
  })
}

/** Sends a page without any input of the request. */
function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Omniport</title><p>${text}</p></html>\n`)
}
