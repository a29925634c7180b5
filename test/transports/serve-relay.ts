import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type WebSocket, WebSocketServer } from 'ws'

/** A page with `page.js` of a folder, and a relay for its WebSockets. */
export interface ServedRelay {
  readonly url: string
  close(): Promise<void>
}

/** Joins each two WebSockets that are opened at the same path; a request for `<path>/cut` breaks both, without a goodbye. */
export async function serveRelay(folder: string): Promise<ServedRelay> {
  const sockets = new WebSocketServer({ noServer: true })
  const byPath = new Map<string, WebSocket[]>()
  const server = createServer(({ url = '/' }, response) => {
    if (url.endsWith('/cut')) {
      for (const socket of byPath.get(url.replace(/\/cut$/, '')) ?? []) socket.terminate()
      return response.end()
    }
    const isScript = url.endsWith('.js')
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript ? readFileSync(join(folder, url)) : '<!doctype html><script type="module" src="/page.js"></script>',
    )
  })
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const { url = '' } = request
      const [first] = byPath.get(url) ?? []
      byPath.set(url, first === undefined ? [opened] : [first, opened])
      if (first === undefined) return
      forward(first, opened)
      forward(opened, first)
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const close = async () => {
    for (const pair of byPath.values()) for (const socket of pair) socket.terminate()
    sockets.close()
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  return { url: `http://127.0.0.1:${port}/`, close }
}

function forward(from: WebSocket, to: WebSocket): void {
  from.on('message', (data, isBinary) => to.send(data, { binary: isBinary }))
  from.on('close', () => to.close())
}
