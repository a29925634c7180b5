import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { tunnelConnector } from './tunnel-connector.js'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

/** A proxy that answers CONNECT with a status, and notes where to and the first byte after that. */
async function startProxy(status: number) {
  const asked: unknown[] = []
  const firstBytes: number[] = []
  const server = createServer()
  server.on('connect', (request, socket) => {
    asked.push(request.url)
    sockets.push(socket as Socket)
    socket.on('error', () => {})
    socket.once('data', (bytes: Buffer) => {
      firstBytes.push(bytes[0] ?? -1)
      socket.destroy()
    })
    socket.write(`HTTP/1.1 ${status} Answer\r\n\r\n`)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), asked, firstBytes }
}

interface Target {
  readonly hostname: string
  readonly port: string
  readonly protocol: string
}

const connect = (proxy: URL, target: Target) =>
  new Promise<readonly [error: Error | null, socket: Socket | null]>((resolve) => {
    tunnelConnector(proxy)(target as Parameters<ReturnType<typeof tunnelConnector>>[0], (...given) => {
      resolve(given as unknown as readonly [Error | null, Socket | null])
    })
  })

test.each([
  [{ hostname: 'a.example', port: '', protocol: 'http:' }, 'a.example:80'],
  [{ hostname: 'a.example', port: '8080', protocol: 'http:' }, 'a.example:8080'],
  [{ hostname: '[2001:db8::1]', port: '', protocol: 'http:' }, '[2001:db8::1]:80'],
])('a tunnel for %j leads to %s', async (target, authority) => {
  const { url, asked } = await startProxy(200)
  const [error, socket] = await connect(url, target)
  if (socket !== null) sockets.push(socket)
  expect([error, socket?.writable, asked]).toEqual([null, true, [authority]])
})

test.each([
  ['', 'a.example:443'],
  ['8443', 'a.example:8443'],
])('with TLS and the port %j a handshake follows, and what breaks it is told', async (port, authority) => {
  const { url, asked, firstBytes } = await startProxy(200)
  const [error, socket] = await connect(url, { hostname: 'a.example', port, protocol: 'https:' })
  expect([error, socket]).toEqual([expect.any(Error), null])
  expect([asked, firstBytes]).toEqual([[authority], [0x16]])
})

test('a proxy that refuses is told', async () => {
  const { url } = await startProxy(403)
  const [error, socket] = await connect(url, { hostname: 'a.example', port: '', protocol: 'http:' })
  expect([error, socket]).toEqual([
    expect.objectContaining({
      code: 'unreachable',
      message: `The proxy ${url.host} does not connect to a.example:80: it answered 403`,
    }),
    null,
  ])
})
