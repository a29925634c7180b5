import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CliError } from '../../errors/cli-error.js'
import { type ForwardContext, forward } from './forward.js'

/** A tap that listens. The code that starts it closes it. */
export interface ServedTap {
  /** The address in place of that of the server. */
  readonly url: string
  /** Breaks off what runs. Settles last. */
  close(): Promise<void>
}

export interface ServeTapOptions extends ForwardContext {
  readonly url: URL
  /** 0 chooses a free one. */
  readonly port: number
}

/** Listens on this machine in front of a server. Rejects with CliError `unreachable` if it cannot listen there. */
export async function serveTap({ url, port, ...context }: ServeTapOptions): Promise<ServedTap> {
  const server = createServer({ keepAliveTimeout: keepAliveMs, requestTimeout: 0 }, (request, response) => {
    const refusal = refusalOf(request)
    if (refusal === undefined) void forward(request, response, context)
    else refuse(response, refusal)
  })
  await listen(server, port)
  const address = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${address.port}${url.pathname}${url.search}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          context.upstream.close()
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

/** Clients keep connections, and should not find them closed. */
const keepAliveMs = 75_000

/**
 * Protects against DNS rebinding: `Host` must name this machine, and so must `Origin`, if a page sent the request.
 * spec: basic/transports/streamable-http#security-endpoint
 */
export function refusalOf({ headers, url }: IncomingMessage): string | undefined {
  if (url?.startsWith('/') !== true) return 'The target of this request is not a path'
  if (!isLoopback(headers.host ?? '')) return 'The Host of this request is not this machine'
  const { origin } = headers
  const [, authority = ''] = /^https?:\/\/(.+)$/i.exec(origin ?? '') ?? []
  return origin === undefined || isLoopback(authority) ? undefined : 'The Origin of this request is not this machine'
}

function isLoopback(authority: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(authority)
}

function refuse(response: ServerResponse, text: string): void {
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`omniport tap: ${text}\n`)
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const advice = cause.code === 'EADDRINUSE' ? '; choose another port with --port, or 0 for a free one' : ''
      reject(new CliError('unreachable', `Cannot listen on 127.0.0.1:${port}: ${cause.message}${advice}`, { cause }))
    })
    server.listen(port, '127.0.0.1', () => resolve())
  })
}
