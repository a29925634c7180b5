import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cli } from '../cli/run-program.js'
import { run, TapFolder, type TappedUrl } from './tapped.js'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

let tap: TapFolder
let tapped: TappedUrl
let answer: Answer
/** The requests that the server got. */
let received: IncomingMessage[]
let port = 0
const server = createServer((incoming, response) => {
  received.push(incoming)
  void answer(incoming, response)
})

beforeEach(async () => {
  tap = await TapFolder.create()
  received = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port // it listens on a port
  tapped = await tap.tapUrl(`http://127.0.0.1:${port}/mcp`)
})

afterEach(async () => {
  await tapped.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await tap.remove()
})

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: Uint8Array | string
}

/** Sends a request, and resolves with the response when its headers are there. */
function send(url: string, { method = 'POST', path, headers = {}, body }: Sent = {}): Promise<IncomingMessage> {
  const target = new URL(path ?? '/mcp', url)
  const outgoing = request(target, { method, headers: headers as Record<string, string>, agent: false })
  outgoing.end(body)
  return new Promise((resolve, reject) => outgoing.once('response', resolve).once('error', reject))
}

/** What a client sees of a response, but for what belongs to one connection. */
async function seen(response: IncomingMessage) {
  const pairs = response.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1]]] : []))
  const headers = pairs.filter(([name]) => !/^(?:connection|keep-alive|transfer-encoding|date)$/i.test(name ?? ''))
  return { status: response.statusCode, reason: response.statusMessage, headers, body: String(await buffer(response)) }
}

const direct = () => `http://127.0.0.1:${port}`

describe('a response is equal with and without tap', () => {
  const rows: readonly [string, Answer][] = [
    ['JSON', (_, response) => response.writeHead(200, 'Fine', { 'Content-Type': 'application/json' }).end('{"id":1}')],
    ['no body', (_, response) => response.writeHead(202).end()],
    ['nothing at all', (_, response) => response.writeHead(204, { 'X-Own': '1' }).end()],
    ['a refusal', (_, response) => response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="a"' }).end('no')],
    ['a redirect', (_, response) => response.writeHead(307, { Location: '/other' }).end()],
    ['several headers of one name', (_, response) => response.writeHead(200, { 'Set-Cookie': ['a=1', 'b=2'] }).end()],
    ['bytes', (_, response) => response.writeHead(200).end(Buffer.from([0, 255, 10, 13]))],
    [
      'a compressed body',
      (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"a":1}')),
    ],
    [
      'a stream',
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        for (const part of ['id: 1\nda', 'ta: {"id":1}\r\n', '\r\n: wait\n\n', 'data: \n\n']) response.write(part)
        response.end()
      },
    ],
  ]
  test.each(rows)('%s', async (_, given) => {
    answer = given
    const plain = await seen(await send(direct()))
    expect(await seen(await send(tapped.url))).toEqual(plain)
  })
})

test('a redirect and an endpoint event of the server itself stay behind tap, and the recording has what was sent', async () => {
  answer = (_, response) => response.writeHead(307, { Location: `${direct()}/other?key=1` }).end()
  const redirect = await send(tapped.url)
  expect(redirect.headers.location).toBe(`${new URL(tapped.url).origin}/other?key=1`)
  const events = `event: endpoint\ndata: ${direct()}/messages?id=1\n\n: ${direct()}\n\n`
  answer = (_, response) => response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(events)
  const { body } = await seen(await send(tapped.url, { method: 'GET' }))
  expect(body).toBe(events.replace(direct(), new URL(tapped.url).origin))
  const { lines } = await tap.recording()
  expect(JSON.stringify(lines)).toContain(`${direct()}/messages`)
  answer = (_, response) => response.writeHead(302, { Location: 'http://other.test/' }).end()
  expect((await send(tapped.url)).headers.location).toBe('http://other.test/')
})

test('a request arrives as it was sent, but for the host and the connection', async () => {
  answer = async (incoming, response) => response.end(await buffer(incoming))
  const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
  const headers = {
    'Mcp-Session-Id': 'a',
    'X-Twice': ['1', '2'],
    'X-Hop': 'mine',
    Connection: 'close, x-hop',
    'Content-Type': 'application/json',
  }
  const response = await send(tapped.url, { path: '/mcp?page=1', headers, body })
  expect(await buffer(response)).toEqual(body)
  const [incoming] = received
  expect([incoming?.method, incoming?.url]).toEqual(['POST', '/mcp?page=1'])
  expect(incoming?.headers).toMatchObject({
    host: `127.0.0.1:${port}`,
    'mcp-session-id': 'a',
    'x-twice': '1, 2',
    'content-type': 'application/json',
    'content-length': '4',
  })
  expect(incoming?.headers['x-hop']).toBeUndefined()
})

test('a large body without a length is streamed, and its response too', async () => {
  answer = (incoming, response) => incoming.pipe(response)
  const outgoing = request(new URL('/mcp', tapped.url), { method: 'POST', agent: false })
  const piece = Buffer.alloc(100_000, 'y')
  const arrived = once(outgoing, 'response')
  outgoing.write(piece)
  const [response] = (await arrived) as [IncomingMessage]
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  await expect.poll(() => bytes).toBe(100_000)
  for (let n = 0; n < 49; n += 1) outgoing.write(piece)
  outgoing.end()
  await once(response, 'end')
  expect(bytes).toBe(5_000_000)
  await expect
    .poll(async () => (await tap.recording()).lines.map((line) => [line.from, line.bytes]))
    .toEqual([
      ['client', 5_000_000],
      ['server', 5_000_000],
    ])
})

test('events arrive when they are sent, on a stream that lasts', async () => {
  let stream: ServerResponse | undefined
  answer = (_, response) => {
    stream = response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    stream.flushHeaders()
  }
  const response = await send(tapped.url, { method: 'GET' })
  for (const data of ['1', '2', '3']) {
    const arrived = once(response, 'data')
    stream?.write(`data: ${data}\n\n`)
    expect(String(...(await arrived))).toBe(`data: ${data}\n\n`)
  }
  response.destroy()
})

describe('an abort is passed on', () => {
  test.each([
    ['a stream', 'text/event-stream'],
    ['a response', 'application/json'],
  ])('of %s by the client', async (_, type) => {
    const left = new Promise<void>((resolve) => {
      answer = (_incoming, response) => {
        response.on('close', resolve)
        response.writeHead(200, { 'Content-Type': type }).write('data: 1\n\n')
      }
    })
    const response = await send(tapped.url)
    response.destroy()
    await left
    await expect
      .poll(async () => (await tap.recording()).lines.at(-1))
      .toMatchObject({ from: 'client', end: 'aborted' })
  })

  test('of a request that has no response yet', async () => {
    const left = new Promise<void>((resolve) => {
      answer = (incoming) => incoming.socket.on('close', () => resolve())
    })
    const outgoing = request(new URL('/mcp', tapped.url), { method: 'POST', agent: false })
    outgoing.on('error', () => {})
    outgoing.end('{}')
    await expect.poll(() => received.length).toBe(1)
    outgoing.destroy()
    await left
  })

  test('of a request whose body is not complete', async () => {
    answer = () => {}
    const outgoing = request(new URL('/mcp', tapped.url), {
      method: 'POST',
      agent: false,
      headers: { 'content-length': 9 },
    })
    outgoing.on('error', () => {})
    outgoing.write('{')
    await once(outgoing, 'socket')
    await expect.poll(() => outgoing.writableLength).toBe(0)
    outgoing.destroy()
    await expect
      .poll(async () => (await tap.recording()).lines.at(-1))
      .toMatchObject({ from: 'client', end: 'aborted' })
    expect(received).toEqual([])
  })

  test.each([
    ['a stream', 'text/event-stream'],
    ['a response', 'application/json'],
  ])('of %s by the server', async (_, type) => {
    answer = (_incoming, response) => {
      response.writeHead(200, { 'Content-Type': type }).write('data: 1\n\n', () => response.destroy())
    }
    const response = await send(tapped.url)
    await expect(buffer(response)).rejects.toThrow('aborted')
    expect((await tap.recording()).lines.at(-1)).toMatchObject({ from: 'server', end: 'aborted' })
  })
})

test('a server that cannot be reached is a 502 that says why', async () => {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
  const response = await seen(await send(tapped.url, { body: '{}' }))
  expect([response.status, response.body]).toEqual([502, `omniport tap: connect ECONNREFUSED 127.0.0.1:${port}\n`])
  expect((await tap.recording()).lines.at(-1)).toMatchObject({
    end: 'aborted',
    error: expect.stringContaining('ECONNREFUSED'),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

test('a connection that the server closed meanwhile is not used again', async () => {
  answer = (incoming, response) => response.end(`${incoming.socket.remotePort}`)
  await seen(await send(tapped.url, { body: '{}' }))
  server.closeAllConnections()
  expect((await seen(await send(tapped.url, { body: '{}' }))).status).toBe(200)
})

describe('only this machine may use it', () => {
  test.each([
    ['another Host', { host: 'evil.example' }, 403],
    ['another Host that begins alike', { host: 'localhost.evil.example' }, 403],
    ['another Origin', { origin: 'https://evil.example' }, 403],
    ['an Origin that is none', { origin: 'null' }, 403],
    ['localhost', { host: 'localhost:1' }, 200],
    ['an Origin of this machine', { origin: 'http://localhost:6274' }, 200],
  ])('%s', async (_, headers, status) => {
    answer = (_incoming, response) => response.end()
    const response = await send(tapped.url, { headers })
    response.resume()
    expect([response.statusCode, received.length]).toEqual([status, status === 200 ? 1 : 0])
  })

  test('it listens on loopback only', () => {
    expect(new URL(tapped.url).hostname).toBe('127.0.0.1')
  })

  test('a request that names another host in its first line is refused', async () => {
    answer = (incoming, response) => response.end(incoming.url)
    const socket = createConnection(Number(new URL(tapped.url).port), '127.0.0.1')
    socket.write('GET http://evil.example/a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(String(await buffer(socket))).toMatch(/^HTTP\/1\.1 403 /)
    expect(received).toEqual([])
  })
})

describe('the recording', () => {
  test('has the bytes of a stream, by its frames and messages', async () => {
    const text = 'id: a-1\nevent: message\ndata: {"jsonrpc":"2.0","method":"x"}\n\n: wait\n\nid: a-2\ndata:\n\n'
    answer = (_, response) => response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(text)
    await seen(
      await send(tapped.url, { method: 'GET', headers: { 'last-event-id': 'a-0', accept: 'text/event-stream' } }),
    )
    const { lines } = await tap.recording()
    expect(lines[0]).toMatchObject({ request: { method: 'GET', path: '/mcp' }, headers: { 'last-event-id': 'a-0' } })
    const events = lines.slice(2).map(({ frame = ['', ''], message, text: own }) => {
      return own ?? (message === undefined ? '' : frame.join(JSON.stringify(message)))
    })
    expect(events.join('')).toBe(text)
  })

  test('has what a compressed body says', async () => {
    const secret = 'token-in-a-body'
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      response.end(gzipSync(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { secret } })))
    }
    await seen(await send(tapped.url, { headers: { authorization: `Bearer ${secret}` }, body: '{}' }))
    expect((await tap.recording()).lines.at(-1)).toMatchObject({ message: { result: { secret: '[secret 1]' } } })
    expect(await tap.text()).not.toContain(secret)
  })
})

test('words of the protocol that are given as headers are no secrets, and neither is the scheme', async () => {
  answer = (_, response) => response.end('{"version":"2025-06-18","scheme":"Bearer","token":"token-0123"}')
  const own = await TapFolder.create()
  const headers = ['-H', 'Mcp-Protocol-Version: 2025-06-18', '-H', 'Authorization: Bearer token-0123']
  const second = await own.tapUrl(`${direct()}/mcp`, ...headers)
  try {
    await seen(await send(second.url, { body: '{}' }))
    expect((await own.recording()).lines.at(-1)).toMatchObject({
      message: { version: '2025-06-18', scheme: 'Bearer', token: '[secret 1]' },
    })
  } finally {
    await second.close()
    await own.remove()
  }
})

test('headers that are given take the place of those of the client, and their values are secrets', async () => {
  answer = (incoming, response) => response.end(JSON.stringify({ got: incoming.headers['x-api-key'] }))
  const own = await TapFolder.create()
  const second = await own.tapUrl(`${direct()}/mcp`, '-H', 'X-Api-Key: key-of-the-tap')
  try {
    const { body } = await seen(await send(second.url, { headers: { 'x-api-key': 'of-the-client' }, body: '{}' }))
    expect(body).toBe('{"got":"key-of-the-tap"}')
    expect(await own.text()).not.toContain('key-of-the-tap')
    expect((await own.recording()).lines.at(-1)).toMatchObject({ message: { got: '[secret 1]' } })
  } finally {
    expect(await second.close()).toBe(0)
    await own.remove()
  }
})

test.each([
  ['a port for a program', ['tap', '--port', '1', '--', 'node'], /tap: --port is for servers at a URL/],
  [
    'a module',
    ['tap', fileURLToPath(new URL('../cli/fixtures/tools.mjs', import.meta.url))],
    /tap: a module has no wire/,
  ],
  ['an address without a scheme', ['tap', 'localhost:3000/mcp'], /starts with http:\/\//],
])('%s is an error before anything is recorded', async (_, words, message) => {
  const { code, stderr } = await run([process.execPath, ...[cli, ...words]], '')
  expect(code).toBe(1)
  expect(JSON.parse(String(stderr)).error.message).toMatch(message)
})

test.each([
  ['a port that is taken', () => ['--port', String(port)], 4, /Cannot listen on 127\.0\.0\.1/],
  ['a target too many', () => ['notes'], 1, /tap takes one target/],
])('%s is an error', async (_, words, code, message) => {
  const line = [process.execPath, cli, 'tap', `${direct()}/mcp`, ...words(), '--quiet', '--output', tap.file]
  const { code: found, stderr } = await run(line, '')
  expect(found).toBe(code)
  expect(JSON.parse(String(stderr)).error.message).toMatch(message)
})
