import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandboxHandler } from '@omniport/app/sandbox'

/** Web sites of this process: a host page, its sandbox, a site that views may reach, and one that they may not. */
export interface Sites {
  readonly hostUrl: string
  readonly sandboxUrl: string
  readonly allowedUrl: string
  readonly outsideUrl: string
  /** The path of each request to the site that views may reach. */
  readonly allowedRequests: readonly string[]
  /** The path of each request to the site that they may not reach. */
  readonly outsideRequests: readonly string[]
  close(): Promise<void>
}

/**
 * Serves the four sites on loopback, under names of `localhost`: browsers connect those to this machine, hold them for secure, and
 * take each for a site of its own.
 */
export async function serveSites(script: string): Promise<Sites> {
  const outsideRequests: string[] = []
  const allowedRequests: string[] = []
  const page = '<!doctype html><title>Host</title><div id="views"></div><script type="module" src="/host.js"></script>'
  const host = await serve(({ url }, response) => {
    const isScript = url === '/host.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.setHeader('set-cookie', 'secret=of-the-host')
    response.end(isScript ? script : page)
  })
  const hostUrl = `http://host.localhost:${host.port}`
  const sandbox = await serve(createSandboxHandler({ hostOrigins: [hostUrl] }))
  const allowed = await serve(({ url = '' }, response) => {
    allowedRequests.push(url)
    response.setHeader('access-control-allow-origin', '*')
    response.end(url.endsWith('.js') ? 'globalThis.fromAllowed = true' : 'text')
  })
  const outside = await serve(({ url = '' }, response) => {
    outsideRequests.push(url)
    response.setHeader('access-control-allow-origin', '*')
    response.end('text')
  })
  outside.server.on('upgrade', ({ url = '' }, socket) => {
    outsideRequests.push(url)
    socket.destroy()
  })
  return {
    hostUrl,
    sandboxUrl: `http://sandbox.localhost:${sandbox.port}/`,
    allowedUrl: `http://allowed.localhost:${allowed.port}`,
    outsideUrl: `http://outside.localhost:${outside.port}`,
    allowedRequests,
    outsideRequests,
    close: async () => {
      for (const { server } of [host, sandbox, allowed, outside]) {
        server.closeAllConnections()
        await new Promise<void>((resolve) => void server.close(() => resolve()))
      }
    },
  }
}

async function serve(listener: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return { server, port }
}
