import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { defineServer } from '#test/support/define-server.js'
import { modernHeaders, modernRequest, postHeaders } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { tool } from '../../server/tools/tool.js'
import { createNodeHandler } from './create-node-handler.js'
import { type ServedHttp, type ServeHttpOptions, serveHttp } from './serve-http.js'

/** Machines that are busy take their time. */
const until = <T>(read: () => T) => expect.poll(read, { interval: 5, timeout: 10_000 })

const open: ServedHttp[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(open.splice(0).map((served) => served.close()))
})

/** Serves in real time, on a port that is free. */
async function serve(options: ServeHttpOptions = {}, run: () => unknown = () => 'x') {
  const { server } = defineServer({ runtime: defaultRuntime, tools: { t: tool({ run: run as () => string }) } })
  const served = await serveHttp(server, { port: 0, ...options })
  open.push(served)
  return { ...served, port: Number(new URL(served.url).port) }
}

const call = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { ...postHeaders, ...modernHeaders('tools/call', { name: 't' }) },
    body: JSON.stringify(modernRequest('tools/call', { name: 't' })),
  })

/** Sends bytes as they are; gives all that comes back until the connection is closed. */
function talk(port: number, text: string, localAddress?: string) {
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress !== undefined && { localAddress }) })
  sockets.push(socket)
  let received = ''
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
  socket.write(text)
  return { socket, answer, received: () => received }
}

const callText = (() => {
  const body = JSON.stringify(modernRequest('tools/call', { name: 't' }))
  const headers = { host: '127.0.0.1', ...postHeaders, ...modernHeaders('tools/call', { name: 't' }) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}content-length: ${body.length}\r\n\r\n${body}`
})()

describe('a server over HTTP', () => {
  test('says where it is, on loopback unless told otherwise, and serves there', async () => {
    verifies('HTTP-02', 'HTTP-05', 'SSE-06')
    const { url } = await serve()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    const response = await call(url)
    expect([response.status, (await response.json()).result.content]).toEqual([200, [{ type: 'text', text: 'x' }]])
  })

  test.each([
    ...['0.0.0.0', '::', '192.168.1.1', 'example.com', ''],
    // Names that only begin or end as that of this machine does.
    ...['localhost.example.com', '127.0.0.1.example.com', '::1.example.com', 'not-localhost', '10.127.0.0.1'],
  ])('is not bound to %j without auth', async (hostname) => {
    verifies('HTTP-05', 'SSE-06', 'SEC-12')
    await expect(serve({ hostname })).rejects.toThrow(/is reachable from other machines: give auth, or unauthenticated/)
  })

  test('is bound anywhere with auth, or when told that everyone may use it', async () => {
    verifies('HTTP-05', 'SEC-12')
    const auth = () => ({ denied: 'missing' as const })
    const guarded = await serve({ hostname: '0.0.0.0', auth })
    expect((await call(`http://127.0.0.1:${guarded.port}/mcp`)).status).toBe(401)
    const free = await serve({ hostname: '0.0.0.0', unauthenticated: true })
    expect((await call(`http://127.0.0.1:${free.port}/mcp`)).status).toBe(200)
  })

  test('says so when it cannot listen', async () => {
    const { port } = await serve()
    await expect(serve({ port })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(`${port}`),
    })
  })

  test.each([
    [{ paths: '/x' }, 'serveHttp: there is no option "paths"; did you mean "path"? The options are port, hostname,'],
    [{ host: 'localhost' }, 'serveHttp: there is no option "host"; use "hostname"'],
    [{ stateless: true }, 'serveHttp: there is no option "stateless"; write sessions: false'],
    [{ prot: 80 }, 'serveHttp: there is no option "prot"; did you mean "port"?'],
    [{ sessions: { idleMS: 1 } }, 'sessions: there is no option "idleMS"; did you mean "idleMs"?'],
    [{ sseEndpoints: { steam: '/s' } }, 'sseEndpoints: there is no option "steam"; did you mean "stream"?'],
    [{ path: 'mcp' }, 'path must be a path'],
    [{ answers: 'xml' }, 'answers must be'],
    [{ limits: { streams: 0 } }, 'limits.streams must be a positive number'],
    [{ sseEndpoints: { stream: 'a', messages: '/b' } }, 'sseEndpoints.stream must be a path'],
  ])('refuses the options %j', async (options, message) => {
    await expect(serve(options as ServeHttpOptions)).rejects.toThrow(message)
  })

  test('answers 431 to headers beyond headerBytes', async () => {
    verifies('HTTP-81')
    const { port } = await serve()
    const { answer } = talk(port, `POST /mcp HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`)
    expect((await answer).split('\r\n')[0]).toBe('HTTP/1.1 431 Request Header Fields Too Large')
  })

  test('answers 431 to more than 256 headers, and takes as many', async () => {
    verifies('HTTP-81')
    const { port } = await serve()
    const [head = '', ...rest] = callText.split('\r\n')
    const own = rest.indexOf('') // the headers that it has
    const withHeaders = (count: number) => {
      const more = Array.from({ length: count - own }, (_, at) => `x${at}: `)
      return [head, ...more, ...rest].join('\r\n')
    }
    const taken = talk(port, withHeaders(256))
    await until(() => taken.received()).toContain('HTTP/1.1 200')
    const { answer } = talk(port, withHeaders(257))
    expect((await answer).split('\r\n')[0]).toBe('HTTP/1.1 431 Request Header Fields Too Large')
  })

  test('answers 408 to a body that drips, and closes the connection', async () => {
    const { port } = await serve({ limits: { bodyMs: 100 } })
    const head =
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{'
    const { answer } = talk(port, head)
    const text = await answer
    expect(text.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
    expect(text).toContain('The body took longer than 100 ms')
  })

  test('tells who sends too much, though it does not read on', async () => {
    const { url } = await serve()
    const response = await fetch(url, { method: 'POST', headers: postHeaders, body: 'x'.repeat(6 * 1024 * 1024) })
    expect([response.status, (await response.json()).error.message]).toEqual([
      413,
      'The body is larger than 4194304 bytes',
    ])
  })

  describe('at its limit of connections', () => {
    const connected = async (port: number, localAddress?: string) => {
      const spoken = talk(port, '', localAddress)
      await new Promise((resolve) => spoken.socket.once('connect', resolve))
      return spoken
    }

    /** A server whose tool runs until its call is cancelled. */
    async function serveBusy(connections: number) {
      const seen = { running: 0 }
      const run = async (_args: unknown, { signal }: { signal: AbortSignal }) => {
        seen.running += 1
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        seen.running -= 1
        return ''
      }
      const served = await serve({ limits: { connections } }, run as never)
      const callOn = async (localAddress?: string) => {
        const spoken = await connected(served.port, localAddress)
        const before = seen.running
        spoken.socket.write(callText)
        await until(() => seen.running).toBe(before + 1)
        return spoken
      }
      return { ...served, seen, callOn }
    }

    test('makes room for a new one by closing one that was never used', async () => {
      const { port } = await serve({ limits: { connections: 3 } })
      const used = talk(port, callText)
      await until(() => used.received()).toContain('HTTP/1.1 200')
      const [first, second] = [await connected(port), await connected(port)]
      const next = talk(port, callText)
      expect(await first.answer).toBe('')
      await until(() => next.received()).toContain('HTTP/1.1 200')
      const last = talk(port, callText)
      expect(await second.answer).toBe('')
      await until(() => last.received()).toContain('HTTP/1.1 200')
      used.socket.write(callText)
      await until(() => used.received().match(/HTTP\/1\.1 200/g)?.length).toBe(2)
    })

    test('closes the one that was used longest ago where all were used', async () => {
      const { port } = await serve({ limits: { connections: 2 } })
      const [first, second] = [talk(port, callText), talk(port, callText)]
      for (const { received } of [first, second]) await until(received).toContain('HTTP/1.1 200')
      first.socket.write(callText)
      await until(() => first.received().match(/HTTP\/1\.1 200/g)?.length).toBe(2)
      await connected(port)
      expect(await second.answer).toContain('HTTP/1.1 200')
      expect(first.socket.destroyed).toBe(false)
    })

    test('closes one whose request does not arrive', async () => {
      const { port } = await serve({ limits: { connections: 1 } })
      const slow = talk(port, callText.slice(0, -5))
      await new Promise((resolve) => slow.socket.once('connect', resolve))
      const next = talk(port, callText)
      expect(await slow.answer).toBe('')
      await until(() => next.received()).toContain('HTTP/1.1 200')
    })

    test('answers 503 where requests are served on all of them, and serves again when there is room', async () => {
      const { port, seen, callOn } = await serveBusy(2)
      const [first] = [await callOn(), await callOn()]
      const third = talk(port, callText)
      expect((await third.answer).split('\r\n').slice(0, 2)).toEqual([
        'HTTP/1.1 503 Service Unavailable',
        'Retry-After: 1',
      ])
      expect(seen.running).toBe(2)
      first.socket.destroy()
      await until(() => seen.running).toBe(1)
      await callOn()
    })

    test('closes the oldest of a network that has most of them for one of another', async () => {
      const { seen, callOn } = await serveBusy(3)
      const [oldest, ...others] = [await callOn('127.0.0.2'), await callOn('127.0.0.2'), await callOn('127.0.0.2')]
      const next = talk(others[0]?.socket.remotePort ?? 0, callText)
      expect(await oldest.answer).toBe('')
      await until(() => seen.running).toBe(3)
      expect([next, ...others].map(({ socket }) => socket.destroyed)).toEqual([false, false, false])
    })

    test('refuses one of a network that has more than half of them, rather than closing an idle one of another', async () => {
      const { port, seen, callOn } = await serveBusy(3)
      const busy = [await callOn('127.0.0.2'), await callOn('127.0.0.2')]
      const idle = await connected(port)
      const refused = await connected(port, '127.0.0.2')
      expect((await refused.answer).split('\r\n')[0]).toBe('HTTP/1.1 503 Service Unavailable')
      expect([idle, ...busy].map(({ socket }) => socket.destroyed)).toEqual([false, false, false])
      expect(seen.running).toBe(2)
    })
  })

  test('writes out what it has answered before it closes', async () => {
    const called = deferred()
    const goOn = deferred()
    const text = 'x'.repeat(8_000_000)
    const served = await serve({ allowedHosts: ['127.0.0.1'] }, async () => {
      called.resolve()
      await goOn.promise
      return text
    })
    const responding = call(served.url)
    await called.promise
    const closed = served.close()
    goOn.resolve()
    const response = await responding
    expect((await response.json()).result.content[0].text.length).toBe(8_000_000)
    await Promise.all([closed, served.closed, served.close()])
    await expect(call(served.url)).rejects.toThrow('fetch failed')
  })

  test('closes idle connections with it', async () => {
    const { port, ...served } = await serve()
    const { socket, answer } = talk(port, '')
    await new Promise((resolve) => socket.once('connect', resolve))
    await served.close()
    expect(await answer).toBe('')
  })
})

test.each([
  ['has the older endpoints', {}, 200],
  ['can do without them', { sseEndpoints: false }, 404],
])('a server of its own %s', async (_name, options, status) => {
  const { url } = await serve(options)
  const response = await fetch(new URL('/sse', url), { headers: { accept: 'text/event-stream' } })
  expect(response.status).toBe(status)
  await response.body?.cancel()
})

test('a request for another path goes to the next handler, and each handler says which are its own', async () => {
  const handler = createNodeHandler(defineHttpServer().server, { path: '/a' })
  const passed: unknown[] = []
  handler({ url: '/b?x', headers: {}, method: 'GET' } as never, {} as never, (error) => passed.push(error))
  expect([handler.paths, passed]).toEqual([['/a'], [undefined]])
  await handler.close()
})
