import type { Server } from 'omniport'
import { serveHttp } from 'omniport/node'
import type { Way } from '../interop/http/ways.js'
import { tapHttp } from '../interop/http-wire.js'
import type { Route } from './route.js'

/** A server behind a socket, and a proxy that listens. */
export async function layHttp(server: Server, isOldest: boolean, options: Way['options']): Promise<Route> {
  const served = await serveHttp(server, { port: 0, ...options })
  const wire = await tapHttp(isOldest ? served.url.replace(/mcp$/, 'sse') : served.url)
  return {
    target: wire.url,
    get messages() {
      return wire.messages
    },
    open: () => wire.connections(),
    close: async () => {
      await wire.close()
      await served.close()
      await server.close()
    },
  }
}
