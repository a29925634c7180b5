import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import { createLimits, defaultLimits } from '../../protocol/limits.js'
import type { ServeTarget } from '../environment.js'
import type { HttpOptions } from '../http/http-options.js'
import { createNodeHandler } from './create-node-handler.js'

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
  const base = server.environment?.limits ?? defaultLimits
  const limits = rest.limits === undefined ? base : createLimits({ ...base, ...rest.limits })
  const http = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.headersMs + limits.bodyMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: 1_000,
    },
    handler,
  )
  http.maxConnections = limits.connections
  await listen(http, port, hostname)
  const address = http.address() as AddressInfo // listening on a port
  const closed = new Promise<void>((resolve) => http.once('close', resolve))
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= end(http, handler).then(() => closed)
    return closing
  }
  return { url: urlOf(hostname, address.port, handler.paths), closed, close, [Symbol.asyncDispose]: close }
}

function assertAllowed(hostname: string, { auth, unauthenticated }: ServeHttpOptions): void {
  if (loopback.test(hostname) || auth !== undefined || unauthenticated === true) return
  throw new TypeError(
    `hostname "${hostname}" is reachable from other machines: give auth, or unauthenticated: true to let everyone use every tool`,
  )
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

function listen(http: ReturnType<typeof createServer>, port: number, hostname: string): Promise<void> {
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

async function end(http: ReturnType<typeof createServer>, handler: { close(): Promise<void> }): Promise<void> {
  http.close()
  await handler.close()
  http.closeIdleConnections()
  http.closeAllConnections()
}

function urlOf(hostname: string, port: number, [path = '/']: readonly string[]): string {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname
  return `http://${host}:${port}${path}`
}
