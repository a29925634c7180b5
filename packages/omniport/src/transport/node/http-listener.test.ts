import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { deferred } from '#test/support/http-server.js'
import { createHttpRuntime } from '#test/support/virtual-runtime.js'
import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import { createLimits } from '../../protocol/limits/limits.js'
import { assertReachable, type HttpListener, type HttpListenerOptions, openHttpListener } from './http-listener.js'

const listeners: HttpListener[] = []
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()))
})

async function listen(options: Partial<HttpListenerOptions> = {}) {
  const runtime = createHttpRuntime()
  const log: string[] = []
  const listener = await openHttpListener({
    port: 0,
    hostname: '127.0.0.1',
    limits: createLimits({}),
    runtime,
    handle: (_request, response) => void response.end('here'),
    end: async () => void log.push('ended'),
    ...options,
  })
  listeners.push(listener)
  return { listener, log, runtime, port: Number(new URL(listener.origin).port) }
}

describe('a listener', () => {
  test.each(['127.0.0.1', 'localhost'])('says where it is, by the name that it was given: %s', async (hostname) => {
    const { listener, port } = await listen({ hostname })
    expect(listener.origin).toBe(`http://${hostname}:${port}`)
    expect(await (await fetch(listener.origin)).text()).toBe('here')
  })

  test('that finds its port taken says what to do', async () => {
    const { port } = await listen()
    await expect(listen({ port })).rejects.toMatchObject({
      code: 'unreachable',
      message: `Cannot listen on 127.0.0.1:${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}; choose another port, or 0 for a free one`,
      cause: { code: 'EADDRINUSE' },
    })
  })

  test('that cannot listen there says why', async () => {
    await expect(listen({ hostname: '192.0.2.1' })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^Cannot listen on 192\.0\.2\.1:0: listen EADDRNOTAVAIL: [^;]*$/),
      cause: { code: 'EADDRNOTAVAIL' },
    })
  })

  test('is closed once, when what it serves has ended', async () => {
    const order: string[] = []
    const { listener, port } = await listen({ end: async () => void order.push('ended') })
    void listener.closed.then(() => order.push('closed'))
    await Promise.all([listener.close(), listener.close()])
    expect(order).toEqual(['ended', 'closed'])
    const socket = connect(port, '127.0.0.1')
    const problem = await new Promise<NodeJS.ErrnoException>((resolve) => socket.once('error', resolve))
    expect(problem.code).toBe('ECONNREFUSED')
  })
})

describe('a listener that closes, with lingerMs', () => {
  const lingerMs = 2_000

  /** A connection on which one request was answered. */
  async function open(port: number) {
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const ask = async () => {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      const [answer] = await once(socket, 'data')
      return String(answer).split('\r\n')[0]
    }
    expect(await ask()).toBe('HTTP/1.1 200 OK')
    return { ask, closed, end: () => socket.destroy() }
  }

  async function begin(limits: LimitOptions = { lingerMs }) {
    let isEnding = false
    const ended = deferred<void>()
    const opened = await listen({
      limits: createLimits(limits),
      handle: (_request, response) => void response.writeHead(isEnding ? 503 : 200).end('here'),
      end: () => {
        isEnding = true
        return ended.promise
      },
    })
    const connection = await open(opened.port)
    const order: string[] = []
    const closed = opened.listener.close().then(() => void order.push('listener'))
    void connection.closed.then(() => order.push('connection'))
    return { ...opened, connection, closed, order, endRequests: ended.resolve }
  }

  test('answers on connections that are open until then, and closes them', async () => {
    const { connection, runtime, closed, order, endRequests } = await begin()
    endRequests()
    await runtime.advance(lingerMs - 1)
    expect([await connection.ask(), order]).toEqual(['HTTP/1.1 503 Service Unavailable', []])
    await runtime.advance(1)
    await closed
    await connection.closed
    expect(order.sort()).toEqual(['connection', 'listener'])
    expect(runtime.timers).toBe(0)
  })

  test('waits no longer than its clients keep connections', async () => {
    const { connection, runtime, closed, endRequests } = await begin()
    endRequests()
    connection.end()
    await closed
    expect(runtime.timers).toBe(0)
  })

  test('counts from the beginning, while requests finish', async () => {
    const { connection, runtime, closed, order, endRequests } = await begin()
    await runtime.advance(lingerMs)
    expect([await connection.ask(), order]).toEqual(['HTTP/1.1 503 Service Unavailable', []])
    endRequests()
    await closed
    await connection.closed
    expect(runtime.timers).toBe(0)
  })

  test('and without it, closes idle connections when requests have finished', async () => {
    const { connection, runtime, closed, endRequests } = await begin({})
    expect(runtime.timers).toBe(0)
    endRequests()
    await closed
    await connection.closed
  })
})

describe('a name that other machines can reach', () => {
  const check = (hostname: string, isGuarded = false, unauthenticated?: true) =>
    assertReachable(hostname, { isGuarded, unauthenticated })

  test.each(['0.0.0.0', 'example.com', '127.0.0', '127.0.0.1.1', '1127.0.0.1', '127.0.0.1234', '::11', 'xlocalhost'])(
    '%s needs auth, or the word that everyone may',
    (hostname) => {
      expect(() => check(hostname)).toThrow(
        new TypeError(
          `hostname "${hostname}" is reachable from other machines: give auth, or unauthenticated: true to let everyone use every tool`,
        ),
      )
      expect([check(hostname, true), check(hostname, false, true)]).toEqual([undefined, undefined])
    },
  )

  test.each(['localhost', '127.0.0.1', '127.10.200.30', '::1'])('is not %s', (hostname) => {
    expect(check(hostname)).toBeUndefined()
  })
})
