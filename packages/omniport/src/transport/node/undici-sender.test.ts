import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startHttpProxy } from '#test/support/http-proxy.js'
import { LazyAbortController } from '../../async/abort/lazy-abort-controller.js'
import type { ConnectionUse, HttpSendRequest, HttpSendResponse } from '../http-sender.js'
import { UndiciSender } from './undici-sender.js'

const ends: (() => unknown)[] = []
beforeEach(() => {
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'])
    vi.stubEnv(name, '')
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  vi.unstubAllEnvs()
})

function open(limits: Partial<Record<ConnectionUse, number>> = {}): UndiciSender {
  const sender = new UndiciSender({ request: 8, stream: 8, answer: 8, ...limits })
  ends.push(() => sender.close())
  return sender
}

async function listen(serve: RequestListener): Promise<string> {
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    return closed
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that answers when the test says so. */
async function listenHeld() {
  const held: { readonly request: IncomingMessage; readonly response: ServerResponse }[] = []
  const url = await listen((request, response) => void held.push({ request, response }))
  const connections = () => new Set(held.map(({ request }) => request.socket)).size
  const arrived = (count: number) => vi.waitFor(() => expect(held.length).toBe(count), { interval: 2 })
  return { url, held, connections, arrived }
}

const requestOf = (url: string, more: Partial<HttpSendRequest> = {}): HttpSendRequest => ({
  ...{ method: 'GET', url, headers: {}, abort: new LazyAbortController() },
  ...more,
})

async function textOf({ body }: HttpSendResponse): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('a request', () => {
  test('is sent as it is, and its reply comes as it is', async () => {
    const url = await listen((request, response) => {
      const { method, url: target, headers } = request
      request.setEncoding('utf8').on('data', (body) => {
        response.writeHead(201, { 'x-a': '1', 'set-cookie': ['a=1', 'b=2'], date: 'now', connection: 'close' })
        response.end(JSON.stringify([method, target, headers['x-b'], body]))
      })
    })
    const sent = { method: 'POST', headers: { 'x-b': '2' }, body: 'text' } as const
    const response = await open().send(requestOf(`${url}/mcp?a=b#c`, sent))
    expect(response.status).toBe(201)
    expect(['x-a', 'set-cookie', 'x-c'].map((name) => response.header(name))).toEqual(['1', 'a=1, b=2', undefined])
    expect([...response.headers()].filter(([name]) => name !== 'transfer-encoding')).toEqual([
      ['x-a', '1'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['date', 'now'],
      ['connection', 'close'],
    ])
    expect(JSON.parse(await textOf(response))).toEqual(['POST', '/mcp?a=b', '2', 'text'])
  })

  test('goes where it is sent, not where the one before went', async () => {
    const [one, other] = [
      await listen((request, response) => response.end(`one ${request.url}`)),
      await listen((request, response) => response.end(`other ${request.url}`)),
    ]
    const sender = open()
    const texts: string[] = []
    for (const url of [`${one}/a`, `${one}/a`, `${one}/b`, `${other}/a`, `${one}/a`]) {
      texts.push(await textOf(await sender.send(requestOf(url))))
    }
    expect(texts).toEqual(['one /a', 'one /a', 'one /b', 'other /a', 'one /a'])
  })

  test('has its reply after informational ones', async () => {
    const url = await listen((_request, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' })
      response.end('text')
    })
    const response = await open().send(requestOf(url))
    expect([response.status, await textOf(response)]).toEqual([200, 'text'])
  })

  test('says once when it is written to a connection', async () => {
    const { url, held, arrived } = await listenHeld()
    const sender = open({ request: 1 })
    const log: string[] = []
    const first = sender.send(requestOf(url, { onSent: () => log.push('first') }))
    const second = sender.send(requestOf(url, { onSent: () => log.push('second') }))
    await arrived(1)
    expect(log).toEqual(['first'])
    held[0]?.response.end()
    await textOf(await first)
    await arrived(2)
    expect(log).toEqual(['first', 'second'])
    held[1]?.response.end()
    await textOf(await second)
  })

  test('fails where nobody listens', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    await expect(open().send(requestOf(`http://127.0.0.1:${port}`))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('whose reply breaks off fails as far as it was not read', async () => {
    const url = await listen((_request, response) => {
      response.write('part')
      setImmediate(() => response.destroy())
    })
    const response = await open().send(requestOf(url))
    await expect(textOf(response)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  })
})

describe('the connections to one origin', () => {
  test.each([
    ['as many as the limit', 2, 2],
    ['whole ones', 1.5, 1],
    ['at least one', 0.5, 1],
    ['any number without a limit', Number.POSITIVE_INFINITY, 4],
  ])('are %s', async (_name, limit, expected) => {
    const { url, held, connections, arrived } = await listenHeld()
    const sender = open({ request: limit })
    const sent = Array.from({ length: 4 }, () => sender.send(requestOf(url)))
    for (let answered = 0; answered < 4; answered += 1) {
      await arrived(Math.min(4, answered + expected))
      held[answered]?.response.end()
    }
    await Promise.all((await Promise.all(sent)).map(textOf))
    expect(connections()).toBe(expected)
  })

  test('are those of one use each', async () => {
    const { url, held, connections, arrived } = await listenHeld()
    const sender = open({ request: 1, stream: 1, answer: 1 })
    const uses = [undefined, 'request', 'stream', 'answer'] as const
    const sent = uses.map((use) => sender.send(requestOf(url, { use })))
    await arrived(3)
    expect(connections()).toBe(3)
    for (const { response } of held) response.end()
    await arrived(4)
    held[3]?.response.end()
    await Promise.all((await Promise.all(sent)).map(textOf))
    expect(connections()).toBe(3)
  })

  test('go through the proxy of the environment, unless they stay on this machine', async () => {
    const url = await listen((request, response) => response.end(`${request.headers.host}${request.url}`))
    const proxy = await startHttpProxy(Number(new URL(url).port))
    ends.push(() => proxy.close())
    vi.stubEnv('HTTP_PROXY', proxy.url)
    const sender = open()
    expect(await textOf(await sender.send(requestOf('http://mcp.example/a')))).toBe('mcp.example/a')
    expect(await textOf(await sender.send(requestOf('http://mcp.example:81/a')))).toBe('mcp.example:81/a')
    expect(await textOf(await sender.send(requestOf('http://[2001:db8::1]:82/a')))).toBe('[2001:db8::1]:82/a')
    expect(await textOf(await sender.send(requestOf(`${url}/a`)))).toBe(`${new URL(url).host}/a`)
    expect(proxy.targets).toEqual(['mcp.example:80', 'mcp.example:81', '[2001:db8::1]:82'])
  })

  test('fail with what the proxy says', async () => {
    const proxy = await startHttpProxy(1, 'me:secret')
    ends.push(() => proxy.close())
    vi.stubEnv('HTTPS_PROXY', proxy.url)
    await expect(open().send(requestOf('https://mcp.example/a'))).rejects.toMatchObject({
      code: 'unreachable',
      message: `The proxy ${new URL(proxy.url).host} does not connect to mcp.example:443: it answered 407`,
    })
  })
})

describe('a request that is aborted', () => {
  test('before it was sent is not sent', async () => {
    let requests = 0
    const url = await listen((_request, response) => {
      requests += 1
      response.end()
    })
    const abort = new LazyAbortController()
    const reason = new Error('not wanted')
    abort.abort(reason)
    let sent = 0
    const count = () => {
      sent += 1
    }
    const sender = open({ request: 1 })
    await expect(sender.send(requestOf(url, { abort, onSent: count }))).rejects.toBe(reason)
    await textOf(await sender.send(requestOf(url)))
    expect([requests, sent]).toEqual([1, 0])
  })

  test('while it waits for its reply closes the connection', async () => {
    const { url, held, arrived } = await listenHeld()
    const abort = new LazyAbortController()
    const responding = open().send(requestOf(url, { abort }))
    await arrived(1)
    const closed = new Promise((resolve) => held[0]?.request.socket.once('close', resolve))
    abort.abort('what is no error')
    await expect(responding).rejects.toThrow(new Error('The request was aborted', { cause: 'what is no error' }))
    await closed
  })

  test('while its reply is read gives nothing more', async () => {
    const { url, held, arrived } = await listenHeld()
    const abort = new LazyAbortController()
    const responding = open().send(requestOf(url, { abort }))
    await arrived(1)
    const closed = new Promise((resolve) => held[0]?.request.socket.once('close', resolve))
    held[0]?.response.write('part')
    const reading = textOf(await responding)
    const reason = new Error('not wanted')
    abort.abort(reason)
    await expect(reading).rejects.toBe(reason)
    await closed
  })
})

test('what is closed breaks off what it sends, and sends nothing more', async () => {
  const { url, arrived } = await listenHeld()
  const sender = open()
  const responding = sender.send(requestOf(url))
  const broken = expect(responding).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' })
  await arrived(1)
  await sender.close()
  await broken
  await expect(sender.send(requestOf(url))).rejects.toThrow(new Error('The connections were closed'))
  await sender.close()
})

describe('a target without a port', () => {
  test.each([
    ['https://0.0.0.0/a', '0.0.0.0:80'],
    ['http://0.0.0.0/a', '0.0.0.0:443'],
    ['https://0.0.0.0:8443/a', '0.0.0.0:443'],
    ['http://0.0.0.0:8080/a', '0.0.0.0:80'],
  ])('has that of its scheme, and no other: %s is not exempt from the proxy by %s', async (url, exempt) => {
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) vi.stubEnv(name, 'ftp://proxy.example')
    vi.stubEnv('NO_PROXY', exempt)
    const name = url.startsWith('https') ? 'HTTPS_PROXY' : 'HTTP_PROXY'
    await expect(open().send(requestOf(url))).rejects.toMatchObject({
      code: 'unreachable',
      message: `${name} must be the URL of an HTTP proxy, such as http://proxy.example:3128`,
    })
  })
})
