import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { McpServer } from '../server/mcp.js'
import { SSEServerTransport } from '../server/sse.js'
import { StreamableHTTPServerTransport } from '../server/streamableHttp.js'

const closers: (() => unknown)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0).reverse()) await close()
})

const turn = () => new Promise((resolve) => setImmediate(resolve))
const megabyte = 'x'.repeat(1024 * 1024)
const log = (data: string) => ({ method: 'notifications/message', params: { level: 'info', data } }) as const

/** Sends more than the buffers of a connection hold. */
async function flood(send: (data: string) => Promise<void>): Promise<void> {
  for (let count = 0; count < 40; count += 1) await send(megabyte)
}

function createFlooding(): McpServer {
  const server = new McpServer({ name: 's', version: '1' }, { capabilities: { logging: {} } })
  server.registerTool('flood', {}, async (extra) => {
    await flood((data) => extra.sendNotification(log(data)))
    return { content: [] }
  })
  return server
}

async function listen(handle: (req: IncomingMessage, res: ServerResponse) => void): Promise<number> {
  const http = createServer(handle).listen(0, '127.0.0.1')
  await once(http, 'listening')
  closers.push(() => new Promise((resolve) => http.close(resolve)))
  closers.push(() => http.closeAllConnections())
  return (http.address() as AddressInfo).port
}

/** Sends a request on a connection whose answer nobody reads. */
async function ask(port: number, lines: readonly string[], body = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  closers.push(() => socket.destroy())
  await once(socket, 'connect')
  socket.pause()
  socket.write([...lines, 'host: localhost', `content-length: ${body.length}`, '', body].join('\r\n'))
  return socket
}

const post = ['POST / HTTP/1.1', 'accept: application/json, text/event-stream', 'content-type: application/json']
const call = (name: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } })

/** Lets the time pass in which a reader has to take something, until `promise` is settled. */
async function passTimeUntil(promise: Promise<unknown>): Promise<void> {
  let isSettled = false
  void promise.then(() => {
    isSettled = true
  })
  while (!isSettled) {
    vi.advanceTimersByTime(30_000)
    await turn()
  }
}

describe('a client that does not read', () => {
  test('the stream of its call is cut off', async () => {
    const closed: Promise<unknown>[] = []
    const port = await listen((req, res) => {
      closed.push(once(res, 'close'))
      const [server, transport] = [createFlooding(), new StreamableHTTPServerTransport({})]
      void server.connect(transport).then(() => transport.handleRequest(req, res))
    })
    await ask(port, post, call('flood'))
    while (closed.length === 0) await turn()
    await passTimeUntil(closed[0] as Promise<unknown>)
    expect(closed).toHaveLength(1)
  })

  test('its HTTP+SSE session is cut off, and its server hears of it', async () => {
    const server = createFlooding()
    const connected = new Promise<void>((resolve) => {
      void listen((_, res) => void server.connect(new SSEServerTransport('/messages', res)).then(resolve)).then(
        (port) => ask(port, ['GET / HTTP/1.1']),
      )
    })
    await connected
    const closed = new Promise<void>((resolve) => {
      server.server.onclose = resolve
    })
    await flood((data) => server.server.notification(log(data)))
    await passTimeUntil(closed)
    expect(server.isConnected()).toBe(false)
  })
})

test('a client that has read everything is not cut off while nothing is said', async () => {
  const server = createFlooding()
  const transport = new StreamableHTTPServerTransport({ keepAliveMs: 0, sessionIdGenerator: () => 'the-session' })
  await server.connect(transport)
  const port = await listen((req, res) => void transport.handleRequest(req, res))
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  const hello = await ask(port, post, JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }))
  hello.resume()
  await once(hello, 'data')
  const socket = await ask(port, ['GET / HTTP/1.1', 'accept: text/event-stream', 'mcp-session-id: the-session'])
  let text = ''
  socket.on('data', (chunk) => {
    text = (text + chunk).slice(-1_000)
  })
  socket.resume()
  const until = async (wanted: string) => {
    while (!text.includes(wanted)) await once(socket, 'data')
  }
  await until('\r\n\r\n')
  await flood((data) => server.server.notification(log(data)))
  await server.server.notification(log('the end'))
  await until('the end')
  for (let times = 0; times < 5; times += 1) {
    vi.advanceTimersByTime(30_000)
    await turn()
  }
  await server.server.notification(log('still here'))
  await until('still here')
  expect(socket.destroyed).toBe(false)
  await server.close()
})
