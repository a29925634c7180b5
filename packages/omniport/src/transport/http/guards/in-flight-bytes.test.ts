import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, initializeRequest, modernRequest, post, postModern } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell, type ShellRequest } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { ByteBudget } from '../../../values/memory/byte-budget.js'
import type { HttpOptions } from '../http-options.js'

/** Long messages may fill three quarters of it, those with priority nine eighths. */
const inFlightBytes = 800_000
const full = {
  code: -32603,
  message: 'Too much at once: the limit inFlightBytes is 800000 bytes',
  data: { retryAfterSeconds: 1, limit: 'inFlightBytes' },
}

const call = (id: unknown, text = '') => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'hook', arguments: { text } },
})
const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'other' } }

async function* endless(length: number): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(length).fill(0x20)
}

describe.each(httpShells)('$shell: messages in flight', ({ open }) => {
  let shell: OpenShell
  let inFlight: ByteBudget
  afterEach(() => shell.close())
  const start = async (options: HttpOptions = {}) => {
    const defined = defineHttpServer({ limits: { inFlightBytes } })
    inFlight = defined.server.environment.budgets?.inFlight as ByteBudget
    shell = await open(defined.server, options)
    return defined
  }
  const hold = (onHook: (hook: () => Promise<string>) => void) => {
    const answer = deferred<string>()
    onHook(() => answer.promise)
    return answer
  }
  const outcomeOf = async (responding: Promise<Response>) => {
    const response = await responding
    const text = await response.text()
    return [response.status, response.headers.get('retry-after'), text === '' ? text : JSON.parse(text).error]
  }

  test('count by characters and values until they are answered', async () => {
    const { onHook } = await start()
    const answer = hold(onHook)
    const session = await beginSession(shell)
    expect(inFlight.used).toBe(0)
    const long = call(1, 'x'.repeat(10_000))
    const calls = [session.post(long), session.post(call(2))]
    await settled(20)
    const [length, shortLength] = [JSON.stringify(long).length, JSON.stringify(call(2)).length]
    expect(inFlight.used).toBe(2 * length + 64 * 7 + 24 * shortLength)
    answer.resolve('x')
    for (const response of await Promise.all(calls)) await response.text()
    expect(inFlight.used).toBe(0)
  })

  test('that are broken count no longer when they were refused, also in a batch of nothing else', async () => {
    await start()
    const session = await beginSession(shell, { revision: '2025-03-26' })
    const broken = { jsonrpc: '2.0', id: 1, method: 5, params: { text: 'x'.repeat(10_000) } }
    for (const body of [[broken], [broken, broken], [broken, { jsonrpc: '2.0', method: 'notifications/x' }], broken]) {
      await (await session.post(body)).text()
      expect(inFlight.used).toBe(0)
    }
  })

  test('that there is no room for are refused; what has ended makes room', async () => {
    const { onHook } = await start()
    const answer = hold(onHook)
    const session = await beginSession(shell)
    const text = 'x'.repeat(140_000)
    const calls = [session.post(call(1, text)), session.post(call(2, text))]
    await settled(20)
    expect(await outcomeOf(session.post(call(3, text)))).toEqual([503, '1', full])
    expect((await session.request('ping', {}, 4)).status).toBe(200)
    answer.resolve('x')
    for (const response of await Promise.all(calls)) await response.text()
    expect([(await session.post(call(5, text))).status, inFlight.used]).toEqual([200, 0])
  })

  test.each<[string, ShellRequest]>([
    ['by its length', { headers: { 'content-length': '200000' }, body: endless(1) }],
    ['as it grows', { body: endless(20_000) }],
  ])('are refused before they are read, %s', async (_name, request) => {
    await start()
    inFlight.add(500_000)
    const controller = new AbortController()
    const headers = { 'content-type': 'application/json', accept: '*/*', ...request.headers }
    const response = await shell.send({ ...request, headers, signal: controller.signal })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(inFlight.used).toBe(500_000)
    controller.abort()
  })

  test('leave a reserve to what empties a full server', async () => {
    await start()
    const session = await beginSession(shell)
    inFlight.add(inFlightBytes)
    const ordinary = [session.post(call(1)), postModern(shell, 'tools/call', { name: 'hook' })]
    expect(await Promise.all(ordinary.map(outcomeOf))).toEqual([
      [503, '1', full],
      [503, '1', full],
    ])
    const urgent = [
      session.request('ping'),
      session.post(cancel),
      session.post({ jsonrpc: '2.0', id: 'x', result: { text: 'x'.repeat(20_000) } }),
      session.request('tasks/cancel', { taskId: 'x' }),
      postModern(shell, 'tasks/update', { taskId: 'x', inputResponses: {} }),
    ]
    const statuses = await Promise.all(urgent.map(async (responding) => (await outcomeOf(responding))[0]))
    expect(statuses).toEqual([200, 202, 202, 200, 404])
    inFlight.add(inFlightBytes / 8)
    expect(await outcomeOf(session.request('ping'))).toEqual([503, '1', full])
  })

  test('that are long leave room to short ones', async () => {
    await start()
    const session = await beginSession(shell)
    inFlight.add((inFlightBytes / 8) * 5)
    const [long, short] = [session.post(call(1, 'x'.repeat(70_000))), session.post(call(2, 'x'.repeat(40_000)))]
    expect([(await outcomeOf(long))[0], (await outcomeOf(short))[0]]).toEqual([503, 200])
  })

  test('count no more however they end', async () => {
    const { onHook, runtime } = await start({ answers: 'json' })
    const session = await beginSession(shell)
    onHook(() => new Promise(() => {}))
    const meta = { progressToken: 1 }
    const many = [
      post(shell, undefined, { body: '{' }),
      post(shell, undefined, { body: `${'['.repeat(100)}${']'.repeat(100)}` }),
      post(shell, 1),
      post(shell, call(1), { headers: { 'mcp-session-id': 'x' } }),
      post(shell, initializeRequest('2025-11-25', { big: 'x'.repeat(140_000) })),
      post(shell, modernRequest('none/such'), { headers: { 'mcp-protocol-version': '2026-07-28' } }),
      session.post([call(1)]),
      session.request('tools/call', { name: 'hook', _meta: meta }, 'late'),
      session.notify('notifications/x'),
      postModern(shell, 'tools/call', { name: 'hook' }),
    ]
    await settled(20)
    const cancelled = session.request('tools/call', { name: 'hook' }, 'cancelled')
    await settled(20)
    await session.notify('notifications/cancelled', { requestId: 'cancelled' })
    runtime.advance(300_000)
    for (const response of await Promise.all([...many, cancelled])) await response.text()
    expect(inFlight.used).toBe(0)
  })

  test('of a client that goes away count until it is gone', async () => {
    const { onHook } = await start()
    hold(onHook)
    const controller = new AbortController()
    const responding = postModern(shell, 'tools/call', { name: 'hook' }, { signal: controller.signal })
    responding.catch(() => {})
    await settled(20)
    expect(inFlight.used).toBeGreaterThan(0)
    controller.abort()
    await expect.poll(() => inFlight.used).toBe(0)
  })

  test('of the older endpoints count until they are answered', async () => {
    const { onHook } = await start()
    const answer = hold(onHook)
    const reader = new SseReader(await shell.send({ method: 'GET', path: '/sse', headers: { accept: '*/*' } }))
    const path = (await reader.next())?.data ?? ''
    const send = (value: unknown) => post(shell, value, { path })
    await send(initializeRequest('2024-11-05'))
    await reader.next()
    expect(inFlight.used).toBe(0)
    expect((await send(call(1))).status).toBe(202)
    expect(inFlight.used).toBe(24 * JSON.stringify(call(1)).length)
    inFlight.add(inFlightBytes)
    expect(await outcomeOf(send(call(2)))).toEqual([503, '1', full])
    inFlight.remove(inFlightBytes)
    answer.resolve('x')
    expect(await reader.message()).toMatchObject({ id: 1 })
    expect(inFlight.used).toBe(0)
    await reader.cancel()
  })
})
