import { createServer, type Server as Http } from 'node:http'
import { type AddressInfo, Server } from 'node:net'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import { createLimits, defaultLimits, type Limits } from '../../protocol/limits/limits.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ServeTarget } from '../environment.js'
import type { HttpOptions } from '../http/http-options.js'
import { createNodeHandler, type NodeHandler } from './create-node-handler.js'
import { HttpConnections } from './http-connections.js'
import { refuseSlowRequests } from './slow-requests.js'

/** Options for listening, and for serving over HTTP. */
export interface ServeHttpOptions extends HttpOptions {
  /** 0 chooses a free port. Default: 3000. */
  readonly port?: number | undefined
  /** A name that other machines can reach needs `auth`. Default: `127.0.0.1`. */
  readonly hostname?: string | undefined
  /**
   * Allows a server without `auth` that other machines can reach. The risk: everyone who can connect can use every tool. Only
   * for networks where that is intended. Default: such a server is refused.
   */
  readonly unauthenticated?: true | undefined
}

/** A server that is being served over HTTP. The code that starts it closes it. */
export interface ServedHttp {
  /** The URL of the endpoint of Streamable HTTP. */
  readonly url: string
  /** Resolves when the server is closed. */
  readonly closed: Promise<void>
  /** Stops listening, ends sessions and streams; requests in flight may finish for `limits.drainMs`. Settles last. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves a server over HTTP in every revision: Streamable HTTP, with and without sessions, and HTTP+SSE.
 *
 * Resolves once it listens. Rejects with `TypeError` for an option that cannot be used, and with `OmniportError`
 * `unreachable` if it cannot listen there.
 */
export async function serveHttp(server: ServeTarget, options: ServeHttpOptions = {}): Promise<ServedHttp> {
  const { port = 3000, hostname = '127.0.0.1', unauthenticated, sseEndpoints = true, ...rest } = options
  assertAllowed(hostname, options)
  const handler = createNodeHandler(server, { ...rest, sseEndpoints })
  const { limits: base = defaultLimits, runtime = defaultRuntime } = server.environment ?? {}
  const limits = rest.limits === undefined ? base : createLimits(rest.limits, base)
  const times = timesOf(limits)
  const serverOptions = { ...times, maxHeaderSize: limits.headerBytes, connectionsCheckingInterval: 1_000 }
  const http = createServer(serverOptions, (request, response) => {
    if (request.rawHeaders.length <= maxHeaders * 2) handler(request, response)
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
  const close = () => {
    // A reader that has not taken its reply by then is not waited for.
    const flushed = () => waitAtMost(connections.idle(), runtime, limits.drainMs)
    closing ??= end(http, handler, flushed).then(() => closed)
    return closing
  }
  return { url: urlOf(hostname, address.port, handler.paths), closed, close, [Symbol.asyncDispose]: close }
}

/** The headers of one request. Many short ones take much more time and memory than their bytes. */
const maxHeaders = 256

function timesOf({ headersMs, bodyMs, keepAliveMs }: Limits) {
  return { headersTimeout: headersMs, requestTimeout: headersMs + bodyMs, keepAliveTimeout: keepAliveMs }
}

function assertAllowed(hostname: string, { auth, unauthenticated }: ServeHttpOptions): void {
  if (loopback.test(hostname) || auth !== undefined || unauthenticated === true) return
  throw new TypeError(
    `hostname "${hostname}" is reachable from other machines: give auth, or unauthenticated: true to let everyone use every tool`,
  )
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

function listen(http: Http, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => {
      reject(
        new OmniportError('unreachable', `Cannot listen on ${hostname}:${port}: ${error.message}`, { cause: error }),
      )
    }
    http.once('error', onError)
    http.listen(port, hostname, () => {
      http.off('error', onError)
      resolve()
    })
  })
}

async function end(http: Http, handler: NodeHandler, flushed: () => Promise<void>): Promise<void> {
  // `http.Server` overrides `close` and would cut connections whose replies are still being written.
  Server.prototype.close.call(http)
  await handler.close()
  await flushed()
  http.close()
  http.closeAllConnections()
}

function urlOf(hostname: string, port: number, [path = '/']: readonly string[]): string {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname
  return `http://${host}:${port}${path}`
}
