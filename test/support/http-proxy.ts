import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A proxy on this machine. Whoever starts it closes it. */
export interface HttpProxy {
  readonly url: string
  /** Where clients wanted to go, in order. */
  readonly targets: readonly string[]
  close(): Promise<void>
}

/** Starts a proxy that takes every tunnel to one port of this machine. `credentials`: `name:password`, which it then asks for. */
export async function startHttpProxy(port: number, credentials?: string): Promise<HttpProxy> {
  const targets: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_request, response) => response.writeHead(405).end())
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
  server.on('connect', ({ url = '', headers }, near: Socket) => {
    near.on('error', () => near.destroy())
    if (expected !== undefined && headers['proxy-authorization'] !== expected) {
      return near.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    }
    targets.push(url)
    const far = connect(port, '127.0.0.1', () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n')
      near.pipe(far).pipe(near)
    })
    far.on('error', () => near.destroy())
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
