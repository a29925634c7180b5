import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { defineServer } from '#test/support/define-server.js'
import { modernHeaders, modernRequest, postHeaders } from '#test/support/http-client.js'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { tool } from '../../server/tools/tool.js'
import { createNodeHandler } from './create-node-handler.js'
import { serveHttp } from './serve-http.js'

/** Machines that are busy take their time. */
const until = <T>(read: () => T) => expect.poll(read, { interval: 5, timeout: 10_000 })

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A server with a tool that answers at once, and one that waits until it is cancelled; and what they did. */
function define() {
  const seen = { called: 0, running: 0, most: 0 }
  const nothing = tool({
    run: () => {
      seen.called += 1
      return 'done'
    },
  })
  const wait = tool({
    run: async (_args, { signal }) => {
      seen.called += 1
      seen.running += 1
      seen.most = Math.max(seen.most, seen.running)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      seen.running -= 1
      return ''
    },
  })
  const { server } = defineServer({ runtime: defaultRuntime, tools: { nothing, wait } })
  return { server, seen }
}

type Served = { readonly port: number; readonly seen: ReturnType<typeof define>['seen'] }

async function openOwn(): Promise<Served> {
  const { server, seen } = define()
  const served = await serveHttp(server, { port: 0 })
  ends.push(() => served.close())
  return { port: Number(new URL(served.url).port), seen }
}

async function openMounted(): Promise<Served> {
  const { server, seen } = define()
  const handlers = [createNodeHandler(server), createNodeHandler(server, { path: '/other' })] as const
  const http = createServer((request, response) =>
    handlers[0](request, response, () => handlers[1](request, response, () => response.end('not of MCP'))),
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    await Promise.all(handlers.map((handler) => handler.close()))
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  })
  return { port: (http.address() as AddressInfo).port, seen }
}

/** A connection, all that came on it, and its end. */
async function talk(port: number) {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
  ends.push(() => socket.destroy())
  const received = { text: '' }
  socket.on('data', (text) => {
    received.text += text
  })
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received.text)))
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, closed, replies: () => received.text.match(/HTTP\/1\.1 \d+/g)?.length ?? 0, received }
}

function callOf(name: string, { id = 1, path = '/mcp', more = '' } = {}): string {
  const body = JSON.stringify(modernRequest('tools/call', { name, arguments: { more } }, id))
  const headers = { host: '127.0.0.1', ...postHeaders, ...modernHeaders('tools/call', { name }) }
  const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}content-length: ${body.length}\r\n\r\n${body}`
}

describe.each([
  ['serveHttp', openOwn],
  ['a handler on a server of its user', openMounted],
])('a connection to %s', (_name, open) => {
  test('has one request served at a time, in their order', async () => {
    const { port, seen } = await open()
    const { socket, received, replies } = await talk(port)
    socket.write(Array.from({ length: 60 }, (_, id) => callOf('nothing', { id })).join(''))
    await until(replies).toBe(60)
    const ids = [...received.text.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id))
    expect(ids).toEqual(Array.from({ length: 60 }, (_, id) => id))
    socket.write(callOf('wait') + callOf('nothing').repeat(10))
    await until(() => seen.running).toBe(1)
    expect([seen.called, replies()]).toEqual([61, 60])
  })

  test('ends with all that was asked on it, and what waits is never served', async () => {
    verifies('HTTP-26')
    const { port, seen } = await open()
    const { socket, closed } = await talk(port)
    socket.write(callOf('wait').repeat(60))
    await until(() => seen.running).toBe(1)
    socket.destroy()
    await closed
    await until(() => seen.running).toBe(0)
    const other = await talk(port)
    other.socket.write(callOf('nothing'))
    await until(other.replies).toBe(1)
    expect([seen.called, seen.most]).toEqual([2, 1])
  })

  test.each([
    ['more than 64 requests', () => callOf('nothing').repeat(65)],
    ['more than 64 KiB', () => callOf('nothing', { more: 'x'.repeat(30_000) }).repeat(8)],
    ['a body of more than 64 KiB', () => callOf('nothing', { more: 'x'.repeat(70_000) })],
    ['a body of more than 64 KiB, in pieces', () => chunked('x'.repeat(70_000))],
  ])('is closed when a client sends ahead %s', async (_case, ahead) => {
    const { port, seen } = await open()
    const { socket, closed } = await talk(port)
    socket.write(callOf('wait'))
    await until(() => seen.running).toBe(1)
    socket.write(ahead())
    expect(await closed).toBe('')
    await until(() => seen.running).toBe(0)
    expect(seen.called).toBe(1)
  })

  test('is closed when calls that are answered at once come faster than in turn', async () => {
    const { port, seen } = await open()
    const { socket, closed } = await talk(port)
    socket.write(callOf('nothing').repeat(1_000))
    await closed
    expect(seen.called).toBeLessThan(1_000)
  })

  test('takes what is sent ahead within the limits, whatever its length is said to be', async () => {
    const { port } = await open()
    const { socket, received, replies } = await talk(port)
    const call = callOf('nothing', { id: 7, more: 'x'.repeat(20_000) })
    const [head = '', body = ''] = call.split('\r\n\r\n')
    const inPieces = head.replace(/content-length: \d+/, 'transfer-encoding: chunked')
    socket.write([callOf('nothing'), call, `${inPieces}\r\n\r\n${chunksOf(body)}`, callOf('nothing')].join(''))
    await until(replies).toBe(4)
    expect([...received.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(Array(4).fill('200'))
  })

  test('takes the next request after each reply, of any size', async () => {
    const { port } = await open()
    const { socket, replies } = await talk(port)
    for (let sent = 1; sent <= 20; sent += 1) {
      socket.write(callOf('nothing', { more: 'x'.repeat(500_000) }))
      await until(replies).toBe(sent)
    }
  })
})

test('handlers that share a connection serve one of its requests at a time', async () => {
  const { port, seen } = await openMounted()
  const { socket, closed, replies } = await talk(port)
  socket.write(callOf('wait') + callOf('nothing', { path: '/other' }))
  await until(() => seen.running).toBe(1)
  socket.destroy()
  await closed
  await until(() => seen.running).toBe(0)
  expect([seen.called, replies()]).toEqual([1, 0])
})

test('connections that send too many headers ahead are closed, counted over all of them', async () => {
  const { port, seen } = await openMounted()
  const headers = Array.from({ length: 900 }, (_, at) => `x${at}: \r\n`).join('')
  const call = callOf('wait').replace('content-length', `${headers}content-length`)
  for (let round = 0; round < 2; round += 1) {
    const all = await Promise.all(Array.from({ length: 90 }, () => talk(port)))
    for (const { socket } of all) socket.write(call.repeat(4))
    const isClosed = () => all.filter(({ socket }) => socket.destroyed).length
    await until(() => seen.running + isClosed()).toBe(90)
    expect(isClosed()).toBeGreaterThan(0)
    expect(seen.running).toBeGreaterThan(10)
    for (const { socket } of all) socket.destroy()
    await until(() => seen.running).toBe(0)
  }
})

test('a connection has as many listeners after a hundred requests as after one', async () => {
  const { server } = define()
  const handler = createNodeHandler(server)
  const counts: number[] = []
  const http = createServer((request, response) => {
    handler(request, response)
    counts.push(request.socket.listenerCount('close'))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  })
  const { socket, replies } = await talk((http.address() as AddressInfo).port)
  for (let sent = 1; sent <= 100; sent += 1) {
    socket.write(callOf('nothing'))
    await until(replies).toBe(sent)
  }
  expect(new Set(counts).size).toBe(1)
})

function chunked(body: string): string {
  const [head = ''] = callOf('nothing').split('\r\n\r\n')
  return `${head.replace(/content-length: \d+/, 'transfer-encoding: chunked')}\r\n\r\n${chunksOf(body)}`
}

function chunksOf(body: string): string {
  const pieces = body.match(/[\s\S]{1,10000}/g) ?? []
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`
}
