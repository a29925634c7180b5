import { afterEach, describe, expect, test } from 'vitest'
import { type BeginOptions, beginSession } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell, openNode } from '#test/support/http-shells.js'
import { openSessionNodes } from '#test/support/session-nodes.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Middleware } from '../../../protocol/exchange/exchange.js'
import type { LimitOptions } from '../../../protocol/limits/limit-options.js'

const shells: OpenShell[] = []
afterEach(async () => {
  await Promise.all(shells.splice(0).map((shell) => shell.close()))
})

/** A session of a server whose tool `hook` waits until it may go on; and the methods that were served. */
async function start(options: BeginOptions = {}, limits?: LimitOptions) {
  const methods: string[] = []
  const see: Middleware = (next) => (message, exchange) => {
    methods.push(message.method)
    return next(message, exchange)
  }
  const defined = defineHttpServer(limits === undefined ? {} : { limits })
  defined.server.use(see)
  const goOn = deferred()
  defined.onHook(async () => {
    methods.push('hook')
    await goOn.promise
    return 'done'
  })
  const shell = await (httpShells[0]?.open ?? openNode)(defined.server)
  shells.push(shell)
  const session = await beginSession(shell, options)
  methods.length = 0
  return { ...defined, session, methods, goOn: () => goOn.resolve() }
}

const call = (id: number, name = 'echo') => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })
const jsonOf = async (responding: Promise<Response>) => {
  const response = await responding
  return [response.status, await response.json()]
}
const batches: BeginOptions = { revision: '2025-03-26' }

describe('beyond the requests that a session may have at once', () => {
  const refused = {
    jsonrpc: '2.0',
    error: { code: -32603, message: 'Too many at once: the limit inFlight is 1' },
  }

  test('a request is refused, a notification is taken', async () => {
    const { session, goOn } = await start({}, { inFlight: 1 })
    const first = session.post(call(1, 'hook'))
    await settled()
    expect(await jsonOf(session.post(call(2)))).toEqual([429, { ...refused, id: 2 }])
    expect((await session.notify('notifications/x')).status).toBe(202)
    goOn()
    expect((await jsonOf(first))[0]).toBe(200)
    expect((await jsonOf(session.post(call(3))))[0]).toBe(200)
  })

  test('a batch of requests is refused, one without requests is taken', async () => {
    const { session, goOn } = await start(batches, { inFlight: 1 })
    const first = session.post(call(1, 'hook'))
    await settled()
    expect(await jsonOf(session.post([call(2)]))).toEqual([429, refused])
    expect((await session.post([{ jsonrpc: '2.0', method: 'notifications/x' }])).status).toBe(202)
    goOn()
    await first
  })

  test('the requests of a batch wait for each other', async () => {
    const { session, methods, goOn } = await start(batches, { inFlight: 2 })
    const responding = session.post([call(1, 'hook'), call(2, 'hook'), call(3, 'hook')])
    await settled()
    expect(methods).toHaveLength(2)
    goOn()
    const [status, answers] = await jsonOf(responding)
    expect([status, answers.map(({ id }: { id: number }) => id).sort(), methods.length]).toEqual([200, [1, 2, 3], 3])
  })
})

describe('a batch', () => {
  test('is refused where its revision has none', async () => {
    const { session } = await start()
    expect(await jsonOf(session.post([call(1)]))).toEqual([
      400,
      { jsonrpc: '2.0', error: { code: -32600, message: '2025-11-25 has no batches' } },
    ])
  })

  test('has answers for requests that are broken, and serves the others', async () => {
    const { session } = await start(batches)
    const [status, answers] = await jsonOf(session.post([{ jsonrpc: '1.0', id: 5, method: 'x' }, call(6)]))
    expect([status, answers]).toMatchObject([
      200,
      [
        { id: 5, error: { code: -32600, message: 'Invalid message: jsonrpc must be "2.0"' } },
        { id: 6, result: {} },
      ],
    ])
  })

  test('of nothing but a broken request is answered', async () => {
    const { session } = await start(batches)
    const [status, answers] = await jsonOf(session.post([{ jsonrpc: '1.0', id: 5, method: 'x' }]))
    expect([status, answers]).toMatchObject([200, [{ id: 5, error: { code: -32600 } }]])
  })

  test('of a broken response is refused', async () => {
    const { session } = await start(batches)
    const [status, answer] = await jsonOf(session.post([{ jsonrpc: '1.0', id: 5, result: {} }]))
    expect([status, answer.error.code]).toEqual([400, -32600])
  })

  test('has its notifications served too', async () => {
    const { session, methods } = await start(batches)
    await session.post([call(1), { jsonrpc: '2.0', method: 'notifications/x' }])
    await session.post([{ jsonrpc: '2.0', method: 'notifications/y' }])
    expect(methods).toEqual(['tools/call', 'notifications/x', 'notifications/y'])
  })
})

test('a client that says that it is ready gets what waited', async () => {
  const { session, server } = await start({ initialized: false })
  const reader = new SseReader(await session.get())
  await reader.next()
  server.tools.delete('echo')
  await settled()
  await session.notify('notifications/initialized')
  expect(await reader.message()).toMatchObject({ method: 'notifications/tools/list_changed' })
  await reader.cancel()
})

test('a request is used until it ends, not only from its beginning', async () => {
  const { session, runtime, goOn } = await start({}, { sessionIdleMs: 1_000, jsonMs: 100_000 })
  const responding = session.post(call(1, 'hook'))
  await settled()
  runtime.advance(1_500)
  goOn()
  await responding
  runtime.advance(900)
  expect((await session.notify('notifications/x')).status).toBe(202)
})

test('a client that takes no stream cannot be asked anything', async () => {
  const { session, onHook } = await start({ capabilities: { roots: {} } })
  onHook(({ ask }) => ask?.({ method: 'roots/list' }).then(String, ({ code, message }) => `${code}: ${message}`) ?? '')
  const [, answer] = await jsonOf(session.post(call(1, 'hook'), { headers: { accept: 'application/json' } }))
  const [content] = answer.result.content
  expect(content.text).toMatch(/^unsupported: The client cannot be asked anything here: a question needs a stream/)
})

describe('nodes that share a session', () => {
  test('have its subscriptions and its level when the client has its answer', async () => {
    const [first, second] = await openSessionNodes()
    shells.push(first.shell, second.shell)
    const session = await beginSession(first.shell)
    await (await session.request('logging/setLevel', { level: 'error' })).text()
    await (await session.request('resources/subscribe', { uri: 'test:page' })).text()
    const levels: unknown[] = []
    second.onHook(({ session: known }) => {
      levels.push(known?.logLevel, [...(known?.subscriptions ?? [])])
      return ''
    })
    const body = JSON.stringify(call(1, 'hook'))
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...session.headers }
    await (await second.shell.send({ headers, body })).text()
    expect(levels).toEqual(['error', ['test:page']])
  })

  test('pass on what a client says of a request of another', async () => {
    const [first, second] = await openSessionNodes()
    shells.push(first.shell, second.shell)
    const session = await beginSession(first.shell)
    let reason = ''
    first.onHook(
      ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            reason = String(signal.reason)
            resolve('')
          })
        }),
    )
    const responding = session.post(call(7, 'hook'))
    await settled()
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7, reason: 'enough' } }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const body = JSON.stringify(message)
    const taken = await second.shell.send({ headers: { ...headers, ...session.headers }, body })
    await responding
    expect([taken.status, reason]).toEqual([202, 'AbortError: enough'])
  })
})
