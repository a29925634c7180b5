import { createServer, type Server as Http, type ServerOptions } from 'node:http'
import { type AddressInfo, Server } from 'node:net'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { createLimits, defaultLimits, type Limits } from '../../protocol/limits/limits.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ServeTarget } from '../environment.js'
import type { HttpOptions } from '../http/http-options.js'
import { createNodeHandler, type NodeHandler } from './create-node-handler.js'
import { capConnections, trackReplies } from './http-connections.js'

/** Where and how to listen. */
export interface ServeHttpOptions extends HttpOptions {
  /** Default: 3000. 0 takes any that is free. */
  readonly port?: number | undefined
  /** Default: `127.0.0.1`. Anything beyond this machine needs `auth`. */
  readonly hostname?: string | undefined
  /**
   * Serves everyone who reaches it, though it is bound beyond this machine and has no `auth`: whoever can connect can use
   * every tool. Only for networks where that is meant.
   */
  readonly unauthenticated?: true | undefined
}

/** A server that is being served over HTTP. Whoever started it closes it. */
export interface ServedHttp {
  /** Of the endpoint of Streamable HTTP. */
  readonly url: string
  /** Resolves when it is over. */
  readonly closed: Promise<void>
  /** Stops listening, ends sessions and streams; requests in flight may finish for `limits.drainMs`. Settles last. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves a server over HTTP in every revision: Streamable HTTP, with and without sessions, and the endpoints of 2024-11-05.
 *
 * Resolves once it listens. @throws TypeError for an option that cannot be used; rejects with `OmniportError` `unreachable`
 * when it cannot listen there.
 */
export async function serveHttp(server: ServeTarget, options: ServeHttpOptions = {}): Promise<ServedHttp> {
  const { port = 3000, hostname = '127.0.0.1', unauthenticated, ...rest } = options
  assertAllowed(hostname, options)
  const handler = createNodeHandler(server, rest)
  const { limits: base = defaultLimits, runtime = defaultRuntime } = server.environment ?? {}
  const limits = rest.limits === undefined ? base : createLimits(rest.limits, base)
  const http = createServer(optionsOf(limits), (request, response) => {
    if (!isRefused(request.socket)) handler(request, response)
  })
  const isRefused = capConnections(http, limits.connections, runtime)
  const replied = trackReplies(http, runtime)
  await listen(http, port, hostname)
  const address = http.address() as AddressInfo // listening on a port
  const closed = new Promise<void>((resolve) => http.once('close', resolve))
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= end(http, handler, () => replied(limits.drainMs)).then(() => closed)
    return closing
  }
  return { url: urlOf(hostname, address.port, handler.paths), closed, close, [Symbol.asyncDispose]: close }
}

function optionsOf({ headerBytes, headersMs, bodyMs, keepAliveMs }: Limits): ServerOptions {
  return {
    maxHeaderSize: headerBytes,
    headersTimeout: headersMs,
    requestTimeout: headersMs + bodyMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: 1_000,
  }
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

async function end(http: Http, handler: NodeHandler, replied: () => Promise<void>): Promise<void> {
  // The method of `http.Server` would first cut connections whose replies are still being written.
  Server.prototype.close.call(http)
  await handler.close()
  await replied()
  http.close()
  http.closeAllConnections()
}

function urlOf(hostname: string, port: number, [path = '/']: readonly string[]): string {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname
  return `http://${host}:${port}${path}`
}
