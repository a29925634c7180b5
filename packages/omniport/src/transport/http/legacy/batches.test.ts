import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { beginSession } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Middleware } from '../../../protocol/exchange/exchange.js'
import type { HttpOptions } from '../http-options.js'

const call = (id: unknown, name = 'echo') => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })
const note = { jsonrpc: '2.0', method: 'notifications/x' }
const progress = {
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: 1, progress: 1 },
} as const
const idsOf = (messages: unknown) => (messages as { id: unknown }[]).map(({ id }) => id)

describe.each(httpShells)('$shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions, use: Middleware[] = []) => {
    const defined = defineHttpServer()
    for (const middleware of use) defined.server.use(middleware)
    shell = await open(defined.server, options)
    return { ...defined, session: await beginSession(shell, { revision: '2025-03-26' }) }
  }

  test('of requests is answered with one array', async () => {
    verifies('BASE-13', 'HTTP-13')
    const { session } = await start()
    const response = await session.post([call(1), note, call('1')])
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    const messages = await response.json()
    expect(idsOf(messages).sort()).toEqual([1, '1'])
  })

  test('of one request is answered with an array of one', async () => {
    const { session } = await start()
    expect(idsOf(await (await session.post([call(1)])).json())).toEqual([1])
  })

  test.each([
    ['notifications', [note, note]],
    [
      'responses',
      [
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 2, error: { code: 1, message: 'x' } },
      ],
    ],
  ])('of %s is taken with 202', async (_name, batch) => {
    verifies('HTTP-11')
    const { session } = await start()
    const response = await session.post(batch)
    expect([response.status, await response.text()]).toEqual([202, ''])
  })

  test.each([
    ['that is empty', []],
    ['with initialize', [call(1), { jsonrpc: '2.0', id: 2, method: 'initialize', params: {} }]],
    ['of requests and responses', [call(1), { jsonrpc: '2.0', id: 2, result: {} }]],
    ['of notifications and responses', [note, { jsonrpc: '2.0', id: 2, result: {} }]],
    ['with an id twice', [call(1), call(1)]],
    ['of nothing but broken elements', [1, {}, null]],
    ['of a notification and broken elements', [note, 1]],
    ['that is too long', Array.from({ length: 101 }, (_, id) => call(id))],
  ])('%s is refused before anything in it is served', async (_name, batch) => {
    verifies('HTTP-12', 'BASE-15')
    const seen: string[] = []
    const see: Middleware = (next) => (message, exchange) => {
      seen.push(message.method)
      return next(message, exchange)
    }
    const { session } = await start({}, [see])
    seen.length = 0
    const response = await session.post(batch)
    expect([response.status, (await response.json()).error.code]).toEqual([400, -32600])
    await settled()
    expect(seen).toEqual([])
  })

  test('of 100,000 elements is refused before anything in it is served', async () => {
    const seen: string[] = []
    const see: Middleware = (next) => (message, exchange) => {
      seen.push(message.method)
      return next(message, exchange)
    }
    const { session } = await start({ limits: { bodyBytes: 16 * 1024 * 1024, jsonNodes: 1_000_000 } }, [see])
    seen.length = 0
    const response = await session.post(
      Array.from({ length: 100_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
    )
    expect([response.status, (await response.json()).error]).toEqual([
      400,
      { code: -32600, message: 'A batch holds at most 100 messages' },
    ])
    expect(seen).toEqual([])
  })

  test.each(['2024-11-05', '2025-06-18', '2025-11-25'] as const)('is refused at %s', async (revision) => {
    await start()
    const session = await beginSession(shell, { revision })
    const response = await session.post([call(1)])
    expect([response.status, (await response.json()).error.code]).toEqual([400, -32600])
  })

  test('answers broken elements that have an id', async () => {
    const { session } = await start()
    const response = await session.post([call(1), { jsonrpc: '2.0', id: 2, method: 7 }, 3])
    const messages = (await response.json()) as { id: number; error?: { code: number } }[]
    expect(messages.map(({ id, error }) => [id, error?.code]).sort()).toEqual([
      [1, undefined],
      [2, -32600],
    ])
  })

  test('is answered with a stream if anything is said before the answers', async () => {
    verifies('HTTP-15', 'HTTP-18')
    const { session, onHook } = await start()
    onHook((exchange) => {
      exchange.notify(progress)
      return 'x'
    })
    const response = await session.post([call(1), call(2, 'hook'), call(3)])
    const messages = await new SseReader(response).messages()
    expect(idsOf(messages).sort()).toEqual([1, 2, 3, undefined])
    expect(idsOf(messages).indexOf(undefined)).toBeLessThan(idsOf(messages).indexOf(2))
  })

  test('is answered with a stream where that is preferred, or takes long', async () => {
    const { session } = await start({ answers: 'sse' })
    const response = await session.post([call(1), call(2)])
    expect(idsOf(await new SseReader(response).messages()).sort()).toEqual([1, 2])
  })

  test('is answered with what is left when one of its requests is cancelled', async () => {
    const { session, onHook } = await start({ answers: 'json' })
    const called = deferred()
    onHook(({ signal }) => {
      called.resolve()
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('never')))
    })
    const responding = session.post([call(1), call(2, 'hook')])
    await called.promise
    await settled()
    await session.notify('notifications/cancelled', { requestId: 2 })
    const response = await responding
    expect([response.status, idsOf(await response.json())]).toEqual([200, [1]])
  })

  test('that cancels a request of its own answers the others', async () => {
    const { session, onHook } = await start()
    onHook(() => new Promise(() => {}))
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const response = await session.post([call(1, 'hook'), cancel, call(2)])
    expect(idsOf(await response.json())).toEqual([2])
    const all = await session.post([call(3, 'hook'), { ...cancel, params: { requestId: 3 } }])
    expect([all.status, await all.text()]).toEqual([202, ''])
  })

  test('of as many requests as the limit says is served by a session that does nothing else', async () => {
    verifies('BASE-13', 'HTTP-13')
    const { session } = await start()
    const ids = Array.from({ length: 100 }, (_, id) => id)
    const response = await session.post(ids.map((id) => call(id)))
    expect(response.status).toBe(200)
    expect(idsOf(await response.json())).toEqual(ids)
  })

  test('has at most so many of its requests served at once; the others begin in order when some have ended', async () => {
    const { session, onHook } = await start({ limits: { inFlight: 2 }, answers: 'json' })
    const ends: (() => void)[] = []
    onHook(() => new Promise((resolve) => ends.push(() => resolve('x'))))
    const responding = session.post([1, 2, 3, 4, 5].map((id) => call(id, 'hook')))
    const counts: number[] = []
    for (let ended = 0; ended < 5; ended += 1) {
      await settled(20)
      counts.push(ends.length)
      ends[ended]?.()
    }
    expect(counts).toEqual([2, 3, 4, 5, 5])
    expect(idsOf(await (await responding).json())).toEqual([1, 2, 3, 4, 5])
  })

  test('is answered without a request that was cancelled while it waited, which is never served', async () => {
    verifies('CAN-08')
    const { session, onHook } = await start({ limits: { inFlight: 1 }, answers: 'json' })
    const first = deferred<string>()
    const seen: unknown[] = []
    onHook(({ signal }) => {
      seen.push(signal.aborted)
      return seen.length === 1 ? first.promise : 'x'
    })
    const responding = session.post([1, 2, 3].map((id) => call(id, 'hook')))
    await settled(20)
    await session.notify('notifications/cancelled', { requestId: 2 })
    first.resolve('x')
    expect(idsOf(await (await responding).json())).toEqual([1, 3])
    expect(seen).toEqual([false, false])
  })

  test('takes the room of a session: neither another batch nor a request is served beside it', async () => {
    const { session, onHook } = await start({ limits: { inFlight: 2 }, answers: 'json' })
    const answer = deferred<string>()
    onHook(() => answer.promise)
    const responding = session.post([1, 2, 3].map((id) => call(id, 'hook')))
    await settled(20)
    const refused = [await session.post([call(4)]), await session.request('ping', {}, 5)]
    expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [429, '1'],
      [429, '1'],
    ])
    answer.resolve('x')
    expect(idsOf(await (await responding).json())).toEqual([1, 2, 3])
    expect((await session.post([call(6), call(7), call(8)])).status).toBe(200)
  })

  test('that waits when its session ends is not served', async () => {
    const { session, onHook } = await start({ limits: { inFlight: 1 }, answers: 'json' })
    let calls = 0
    onHook(({ signal }) => {
      calls += 1
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('x')))
    })
    const responding = session.post([call(1, 'hook'), call(2, 'hook')])
    await settled(20)
    await session.delete()
    expect([(await responding).status, calls]).toEqual([202, 1])
  })
})
