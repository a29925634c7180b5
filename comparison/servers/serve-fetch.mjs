import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'

/** Serves a web-standard handler on Node, and prints its address. */
export function serveFetch(handle, port) {
  const server = createServer(getRequestListener((request) => handle(request), { overrideGlobalObjects: false }))
  server.listen(port, '127.0.0.1', () => console.error(`listening on http://127.0.0.1:${port}/mcp`))
}
