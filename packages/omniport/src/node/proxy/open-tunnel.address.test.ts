import { createServer, type Server } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openTunnel } from './open-tunnel.js'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

const target = { host: 'a.example', port: 443 }

type Connecting = Socket & { connecting: boolean }

/** Sockets that do not connect: `then` happens instead. Gives where they were to connect to. */
function withoutNetwork(then: (socket: Socket) => void) {
  const asked: { readonly host?: unknown; readonly port?: unknown }[] = []
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Connecting, ...given: unknown[]) {
    const [first] = given
    asked.push(Array.isArray(first) ? first[0] : (first as object))
    this.connecting = true
    setImmediate(() => then(this))
    return this
  })
  return asked
}

describe('a proxy is connected to', () => {
  test.each([
    ['http://proxy.example', 'proxy.example', 80],
    ['https://proxy.example', 'proxy.example', 443],
    ['http://proxy.example:3128', 'proxy.example', 3128],
    ['http://[2001:db8::1]:3128', '2001:db8::1', 3128],
  ])('%s', async (url, host, port) => {
    const asked = withoutNetwork((socket) => socket.destroy(new Error('no network')))
    await expect(openTunnel(new URL(url), target)).rejects.toMatchObject({
      code: 'unreachable',
      message: `The proxy ${new URL(url).host} cannot be reached: no network`,
      cause: new Error('no network'),
    })
    expect(asked.map((options) => [options.host, Number(options.port)])).toEqual([[host, port]])
  })
})

test('a proxy that is silent is not waited for', async () => {
  withoutNetwork((socket) => socket.emit('timeout'))
  await expect(openTunnel(new URL('http://proxy.example'), target)).rejects.toMatchObject({
    code: 'unreachable',
    message: 'The proxy proxy.example cannot be reached: no answer within 10000 ms',
  })
})

/** A proxy that answers CONNECT with a status, for whoever gives these credentials. */
async function startProxy(status: number, credentials = '') {
  const headers: unknown[] = []
  const ends: Promise<unknown>[] = []
  const server = createServer()
  server.on('connect', (request, socket) => {
    headers.push([request.headers.host, request.headers['proxy-authorization']])
    sockets.push(socket as Socket)
    ends.push(new Promise((resolve) => socket.once('end', resolve)))
    socket.on('error', () => {})
    socket.resume()
    socket.write(`HTTP/1.1 ${status} Answer\r\n\r\n`)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: new URL(`http://${credentials}127.0.0.1:${port}`), headers, ends }
}

test.each([
  ['', undefined],
  ['me@', 'me:'],
  [':secret@', ':secret'],
  ['me:secret@', 'me:secret'],
])('what a proxy with the credentials %j is sent', async (credentials, sent) => {
  const { url, headers } = await startProxy(200, credentials)
  sockets.push(await openTunnel(url, target))
  const expected = sent === undefined ? undefined : `Basic ${Buffer.from(sent).toString('base64')}`
  expect(headers).toEqual([['a.example:443', expected]])
})

test('a tunnel may be silent for as long as it likes', async () => {
  const { url } = await startProxy(200)
  const socket = await openTunnel(url, target)
  sockets.push(socket)
  expect(socket.timeout).toBe(0)
})

test.each([199, 302])('the connection to a proxy that answers %i is given up', async (status) => {
  const { url, ends } = await startProxy(status)
  await expect(openTunnel(url, target)).rejects.toMatchObject({
    message: `The proxy ${url.host} does not connect to a.example:443: it answered ${status}`,
    cause: undefined,
  })
  await Promise.all(ends)
  expect(ends).toHaveLength(1)
})

test('a signal that does not abort changes nothing of what is wrong', async () => {
  withoutNetwork((socket) => socket.destroy(new Error('no network')))
  const { signal } = new AbortController()
  await expect(openTunnel(new URL('http://proxy.example'), target, signal)).rejects.toMatchObject({
    message: 'The proxy proxy.example cannot be reached: no network',
  })
})

test('a signal that aborts ends the attempt at once', async () => {
  const ending = new AbortController()
  const reason = new Error('left')
  const reached = new Promise<Socket>((resolve) => {
    withoutNetwork(resolve)
  })
  const opening = openTunnel(new URL('http://proxy.example'), target, ending.signal)
  const refused = expect(opening).rejects.toBe(reason)
  const socket = await reached
  ending.abort(reason)
  expect(socket.destroyed).toBe(true)
  await refused
})
