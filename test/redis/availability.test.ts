import type { EventLog } from 'omniport/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../../packages/redis/src/entries/index.js'
import { clients } from './support/clients.js'
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.js'
import { nextPrefix, openStores } from './support/open-stores.js'
import { hasRedis, type RedisServer, startRedis, until } from './support/redis-server.js'

const timeoutMs = 300

describe.skipIf(!hasRedis).each(clients)('over %s', (_, open) => {
  let server: RedisServer
  let proxy: FaultProxy
  beforeEach(async () => {
    server = await startRedis()
    proxy = await startFaultProxy(server.port)
  })
  afterEach(async () => {
    await proxy.close()
    await server.kill()
  })

  const openThroughProxy = (options = {}) =>
    openStores(open, proxy.port, { prefix: nextPrefix(), timeoutMs, ...options })

  test('while Redis does not answer, calls fail at once, and work again when it does', async () => {
    const { stores } = await openThroughProxy()
    await stores.sessions.create('a', 1, 60_000)
    proxy.stall()
    const first = await resultOf(stores.sessions.get('a'))
    expect([first.error, first.ms >= timeoutMs - 20]).toEqual([expect.any(StoreUnavailable), true])
    const refused = await Promise.all(Array.from({ length: 100 }, () => resultOf(stores.blobs.get('b'))))
    expect(refused.map(({ error }) => [error instanceof StoreUnavailable, causeOf(error)])).toEqual(
      Array(100).fill([true, 'Redis is away']),
    )
    proxy.resume()
    await until(async () => (await resultOf(stores.sessions.get('a'))).error === undefined)
    expect((await stores.sessions.get('a'))?.value).toBe(1)
  })

  test.each(['cut', 'half open'])('a connection that is %s comes back without a restart', async (fault) => {
    const { stores } = await openThroughProxy()
    await stores.sessions.create('a', 1, 60_000)
    if (fault === 'half open') proxy.halfOpen()
    else proxy.cut({ refuse: true })
    expect((await resultOf(stores.sessions.get('a'))).error).toBeInstanceOf(StoreUnavailable)
    proxy.cut()
    await until(async () => (await resultOf(stores.sessions.get('a'))).error === undefined)
  })

  test('commands without a reply are bounded', async () => {
    const { stores } = await openThroughProxy({ maxInFlight: 10, timeoutMs: 5_000 })
    proxy.stall()
    const calls = Array.from({ length: 30 }, (_, index) => resultOf(stores.blobs.get(`${index}`)))
    const refused = await Promise.all(calls.slice(10))
    expect(refused.map(({ error }) => causeOf(error))).toEqual(
      Array(20).fill('10 commands have no reply yet (maxInFlight)'),
    )
    proxy.resume()
    expect((await Promise.all(calls.slice(0, 10))).map(({ error }) => error)).toEqual(Array(10).fill(undefined))
  })

  test('what 10,000 streams need that open at once is not refused', async () => {
    // However long a busy machine takes: it is about the number of commands.
    const { stores, log } = await openStores(open, server.port, { prefix: nextPrefix(), timeoutMs: 60_000 })
    const opened = Array.from({ length: 10_000 }, (_, index) =>
      Promise.all([
        stores.bus.publish('streams', index),
        stores.sessions.create(`session ${index}`, index, 60_000),
        stores.sessions.get(`session ${index}`),
        stores.eventLog.append(`stream ${index}`, ''),
      ]),
    )
    await Promise.all(opened)
    expect(log).toEqual([])
  }, 120_000)

  test('events wait while Redis is away, each is stored once, and more than their bytes are refused', async () => {
    const { stores } = await openThroughProxy({ maxWaitingBytes: 1_000 })
    await stores.eventLog.append('s', 0)
    proxy.stall()
    const appended = Array.from({ length: 5 }, (_, index) => stores.eventLog.append('s', index + 1))
    appended.push(stores.eventLog.append('another', 'x'.repeat(900)))
    const tooMuch = await resultOf(stores.eventLog.append('s', 'y'.repeat(900)))
    expect(causeOf(tooMuch.error)).toBe('1000 bytes of events wait (maxWaitingBytes)')
    await new Promise((resolve) => setTimeout(resolve, 3 * timeoutMs))
    proxy.resume()
    expect(new Set(await Promise.all(appended)).size).toBe(6)
    expect(await readSome(stores.eventLog, 's', 6)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('any number of streams has two connections', async () => {
    const { stores } = await openThroughProxy()
    const { stores: writer } = await openStores(open, server.port, { prefix: nextPrefix() })
    const controller = new AbortController()
    const readers = Array.from({ length: 300 }, async (_, index) => {
      for await (const { event } of stores.eventLog.read(`s${index}`, undefined, controller.signal)) return event
      return undefined
    })
    await stores.eventLog.append('s299', 'x')
    expect(await readers[299]).toBe('x')
    expect(proxy.connections).toBe(2)
    controller.abort()
    await Promise.all(readers)
    await writer.eventLog.append('s', 1)
  })

  test('a Redis that forgets everything is a gap for readers, and sessions are gone', async () => {
    const { stores } = await openThroughProxy()
    await stores.sessions.create('a', 1, 60_000)
    await stores.eventLog.append('s', 1)
    const events = stores.eventLog.read('s', undefined, new AbortController().signal)[Symbol.asyncIterator]()
    await events.next()
    await server.run('FLUSHALL')
    await expect(events.next()).rejects.toMatchObject({ code: 'limit' })
    expect(await stores.sessions.get('a')).toBeUndefined()
  })

  test('scripts that Redis forgets are sent again', async () => {
    const { stores } = await openThroughProxy()
    await stores.sessions.create('a', 1, 60_000)
    await server.run('SCRIPT', 'FLUSH')
    expect(await stores.sessions.create('b', 2, 60_000)).toBe(true)
  })

  test('a full memory refuses what is written, and nothing is half done', async () => {
    const { stores } = await openThroughProxy({ appendMs: 100 })
    await stores.tasks.create('a', { owner: 'me' }, 60_000)
    await server.run('CONFIG', 'SET', 'maxmemory', '1')
    const result = await resultOf(stores.tasks.create('b', { owner: 'me' }, 60_000))
    expect(result.error).toBeInstanceOf(StoreUnavailable)
    expect(causeOf(result.error)).toMatch(/^OOM /)
    await server.run('CONFIG', 'SET', 'maxmemory', '0')
    expect(await stores.tasks.list('me', undefined, 10)).toEqual(['a'])
    expect(await stores.tasks.create('b', { owner: 'me' }, 60_000)).toBe(true)
  })

  test('a policy that may drop keys is warned of at the start', async () => {
    expect((await openThroughProxy()).log).toEqual([])
    await server.run('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
    expect((await openThroughProxy()).log).toEqual([
      'Redis has maxmemory-policy allkeys-lru, so it may drop sessions and events when its memory is full; set it to noeviction',
    ])
  })

  test('stores that are closed refuse, and end what waits', async () => {
    const { stores } = await openThroughProxy()
    const waiting = readSome(stores.eventLog, 's', 1)
    await stores.close()
    expect(await waiting).toEqual([])
    expect(causeOf((await resultOf(stores.blobs.get('a'))).error)).toBe('The stores are closed')
  })

  test.each([
    [{ prefix: 'a{b' }, 'prefix: expected a name without braces and spaces, got "a{b"'],
    [{ timeoutMs: 0 }, 'createRedisStores: timeoutMs must be a positive number, got 0'],
    [{ maxInFlight: -1 }, 'createRedisStores: maxInFlight must be a positive number, got -1'],
  ])('the options %j are refused', async (options, message) => {
    await expect(openThroughProxy(options)).rejects.toThrow(new TypeError(message))
  })
})

interface CallResult {
  readonly error: unknown
  readonly ms: number
}

async function resultOf(promise: Promise<unknown>): Promise<CallResult> {
  const start = performance.now()
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { error, ms: performance.now() - start }
}

function causeOf(error: unknown): unknown {
  return (error as { cause?: { message?: unknown } }).cause?.message
}

async function readSome(log: EventLog, stream: string, count: number): Promise<readonly unknown[]> {
  const events: unknown[] = []
  for await (const { event } of log.read(stream, undefined, new AbortController().signal)) {
    if (events.push(event) === count) break
  }
  return events
}
