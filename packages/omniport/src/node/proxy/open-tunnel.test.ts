import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openTunnel } from './open-tunnel.js'

const servers: Server[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

/** A proxy that answers CONNECT as a test wants it to. */
async function startProxy(answer: (socket: Socket, request: IncomingMessage) => void, auth = '') {
  const requests: IncomingMessage[] = []
  const server = createServer()
  server.on('connect', (request, socket) => {
    requests.push(request)
    sockets.push(socket as Socket)
    answer(socket as Socket, request)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: new URL(`http://${auth}127.0.0.1:${port}`), requests, port }
}

const target = { host: 'a.example', port: 443 }

test('a tunnel passes what both sides write, with what came with the answer', async () => {
  const { url, requests } = await startProxy((socket) => {
    socket.write('HTTP/1.1 200 Connected\r\n\r\nfirst ')
    socket.on('data', (chunk) => socket.write(`got ${chunk}`))
  })
  const socket = await openTunnel(url, target)
  sockets.push(socket)
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  socket.write('hello')
  while (!text.includes('got hello')) await new Promise((resolve) => setImmediate(resolve))
  expect(text).toBe('first got hello')
  const [request] = requests
  expect([request?.method, request?.url, request?.headers.host]).toEqual(['CONNECT', 'a.example:443', 'a.example:443'])
  expect(request?.headers).not.toHaveProperty('proxy-authorization')
})

test('an address of IPv6 has brackets, and the proxy gets its credentials', async () => {
  const { url, requests } = await startProxy((socket) => socket.write('HTTP/1.1 299 Fine\r\n\r\n'), 'me:p%40ss@')
  sockets.push(await openTunnel(url, { host: '::1', port: 80 }))
  expect(requests[0]?.url).toBe('[::1]:80')
  expect(requests[0]?.headers['proxy-authorization']).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`)
})

test.each([300, 407])('a proxy that answers %i does not connect', async (status) => {
  const { url, port } = await startProxy((socket) => socket.write(`HTTP/1.1 ${status} No\r\n\r\n`), 'me:secret@')
  await expect(openTunnel(url, target)).rejects.toMatchObject({
    code: 'unreachable',
    message: `The proxy 127.0.0.1:${port} does not connect to a.example:443: it answered ${status}`,
  })
})

test('a proxy that breaks off cannot be reached', async () => {
  const { url, port } = await startProxy((socket) => socket.destroy())
  await expect(openTunnel(url, target)).rejects.toMatchObject({
    code: 'unreachable',
    message: `The proxy 127.0.0.1:${port} cannot be reached: socket hang up`,
  })
})

test('the reason of the signal is that of the tunnel', async () => {
  const ending = new AbortController()
  const reason = new Error('left')
  const { url } = await startProxy(() => ending.abort(reason))
  await expect(openTunnel(url, target, ending.signal)).rejects.toBe(reason)
})
