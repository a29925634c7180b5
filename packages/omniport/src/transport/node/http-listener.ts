import { createServer, type Server as Http, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, Server } from 'node:net'
import type { Runtime } from '../../async/runtime/runtime.js'
import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { HttpConnections } from './http-connections.js'
import { refuseSlowRequests } from './slow-requests.js'

export interface HttpListenerOptions {
  /** 0 chooses a free port. */
  readonly port: number
  readonly hostname: string
  readonly limits: Limits
  readonly runtime: Runtime
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Called when it listens no more. Settles when the requests in flight have ended. */
  readonly end: () => Promise<void>
}

/** A port that is listened on. The code that opens it closes it. */
export interface HttpListener {
  /** Such as `http://127.0.0.1:3000`. */
  readonly origin: string
  /** Resolves when the listener is closed. */
  readonly closed: Promise<void>
  /**
   * Stops listening; requests in flight may finish for `limits.drainMs`, and connections stay open for `limits.lingerMs`. Settles
   * last.
   */
  close(): Promise<void>
}

/** Listens for HTTP requests within the limits. Rejects with `OmniportError` `unreachable` if it cannot listen there. */
export async function openHttpListener(options: HttpListenerOptions): Promise<HttpListener> {
  const { port, hostname, limits, runtime, handle, end } = options
  const times = timesOf(limits)
  const serverOptions = { ...times, maxHeaderSize: limits.headerBytes, connectionsCheckingInterval: 1_000 }
  const http = createServer(serverOptions, (request, response) => {
    if (request.rawHeaders.length <= maxHeaders * 2) handle(request, response)
    else response.writeHead(431, { connection: 'close' }).end()
  })
  // Node leaves out the headers beyond its own limit.
  http.maxHeadersCount = maxHeaders + 1
  refuseSlowRequests(http, times, runtime)
  const connections = new HttpConnections(http, limits.connections, runtime)
  await listen(http, port, hostname)
  const address = http.address() as AddressInfo // listening on a port
  const closed = new Promise<void>((resolve) => http.once('close', resolve))
  let closing: Promise<void> | undefined
  const close = async () => {
    // `http.Server` overrides `close` and would cut connections whose replies are still being written.
    Server.prototype.close.call(http)
    const { lingerMs, drainMs } = limits
    const lingering = lingerMs === undefined ? undefined : waitAtMost(closed, runtime, lingerMs)
    await end()
    await lingering
    // A reader that has not taken its reply by then is not waited for.
    await waitAtMost(connections.idle(), runtime, drainMs)
    http.close()
    http.closeAllConnections()
    await closed
  }
  return {
    origin: originOf(hostname, address.port),
    closed,
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** The headers of one request. Many short ones take much more time and memory than their bytes. */
const maxHeaders = 256

function timesOf({ headersMs, bodyMs, keepAliveMs }: Limits) {
  return { headersTimeout: headersMs, requestTimeout: headersMs + bodyMs, keepAliveTimeout: keepAliveMs }
}

/** @throws TypeError for a name that other machines can reach, unless callers are authenticated or that is said. */
export function assertReachable(
  hostname: string,
  { isGuarded, unauthenticated }: { readonly isGuarded: boolean; readonly unauthenticated: true | undefined },
): void {
  if (loopback.test(hostname) || isGuarded || unauthenticated === true) return
  throw new TypeError(
    `hostname "${hostname}" is reachable from other machines: give auth, or unauthenticated: true to let everyone use every tool`,
  )
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

function listen(http: Http, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) => {
      const advice = cause.code === 'EADDRINUSE' ? '; choose another port, or 0 for a free one' : ''
      const text = `Cannot listen on ${hostname}:${port}: ${cause.message}${advice}`
      reject(new OmniportError('unreachable', text, { cause }))
    }
    http.once('error', onError)
    http.listen(port, hostname, () => {
      http.off('error', onError)
      resolve()
    })
  })
}

function originOf(hostname: string, port: number): string {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname
  return `http://${host}:${port}`
}
