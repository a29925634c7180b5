import { afterEach, describe, expect, test, vi } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import type { DefineOptions } from '#test/support/define-server.js'
import { beginSession, initializeRequest, modernHeaders, modernRequest, post } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { settled } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../../../jsonrpc/serving/serve.js'
import type { Middleware } from '../../../../protocol/exchange/exchange.js'
import type { Session } from '../../../../protocol/exchange/session.js'
import { createMemorySessions } from '../../../../store/memory/memory-records.js'
import type { HttpOptions } from '../../http-options.js'

const byUser = ({ headers }: { headers: Headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })
const as = (user: string) => ({ 'x-user': user })
const minute = 60_000

describe.each(httpShells)('$shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions, server: DefineOptions = {}) => {
    const defined = defineHttpServer(server)
    shell = await open(defined.server, options)
    return defined
  }
  const statusOf = async (responding: Promise<Response>) => {
    const response = await responding
    await response.text()
    return response.status
  }

  describe('a session', () => {
    test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const)('begins at %s', async (revision) => {
      verifiesIn(revision, 'HTTP-01', 'HTTP-13', 'HTTP-43', 'VER-03')
      await start()
      const response = await post(shell, initializeRequest(revision))
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(response.headers.get('mcp-session-id')).toMatch(/^[\x21-\x7e]{32}$/)
      expect(await response.json()).toMatchObject({ id: 'initialize', result: { protocolVersion: revision } })
    })

    test('has an id of its own', async () => {
      await start()
      const ids = await Promise.all(Array.from({ length: 50 }, async () => (await beginSession(shell)).id))
      expect(new Set(ids).size).toBe(50)
    })

    test('has an id of 128 bits that nobody can guess', async () => {
      verifies('HTTP-42')
      const { runtime } = defineHttpServer()
      const given: Uint8Array[] = []
      const randomBytes = (length: number) => {
        const bytes = runtime.randomBytes(length)
        given.push(bytes)
        return bytes
      }
      await start({}, { runtime: { ...runtime, randomBytes } })
      const { id } = await beginSession(shell)
      expect(given.map((bytes) => Buffer.from(bytes).toString('hex'))).toContain(id)
      expect(id?.length).toBe(32)
    })

    test.each([
      ['2026-07-28', '2025-11-25'],
      ['2099-01-01', '2025-11-25'],
    ])('is never one of %s', async (offered, answered) => {
      await start()
      const response = await post(shell, initializeRequest(offered))
      expect((await response.json()).result.protocolVersion).toBe(answered)
    })

    test('begins in a stream for who takes nothing else', async () => {
      await start({ answers: 'json' })
      const response = await post(shell, initializeRequest('2025-11-25'), { headers: { accept: 'text/event-stream' } })
      expect([response.headers.get('content-type'), response.headers.get('mcp-session-id')?.length]).toEqual([
        'text/event-stream',
        32,
      ])
      expect(await response.text()).toContain('"protocolVersion":"2025-11-25"')
    })

    test.each([
      ['broken', {}, -32602, 0],
      ['refused', initializeRequest('2025-11-25')['params'], -32603, 2],
    ])('does not begin when initialize is %s', async (_name, params, code, begun) => {
      const seen: Session[] = []
      const refuse: Middleware = () => async (_message, exchange) => {
        if (exchange.session !== undefined) seen.push(exchange.session)
        throw RpcError.internal('no')
      }
      const { runtime } = await start({ limits: { sessions: 1 } }, { use: [refuse] })
      for (let time = 0; time < 2; time += 1) {
        const response = await post(shell, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
        expect([response.status, response.headers.get('mcp-session-id')]).toEqual([400, null])
        expect((await response.json()).error.code).toBe(code)
      }
      expect(seen.map(({ signal }) => signal.aborted)).toEqual(Array(begun).fill(true))
      runtime.advance(11 * minute)
      expect(runtime.timers).toBe(0)
    })

    test('does not begin when initialize takes too long, whatever comes later', async () => {
      const answer = deferred()
      const called = deferred<Session | undefined>()
      const wait: Middleware = (next) => async (message, exchange) => {
        called.resolve(exchange.session)
        await answer.promise
        return next(message, exchange)
      }
      const { runtime } = await start({ limits: { sessions: 1 } }, { use: [wait] })
      const responding = post(shell, initializeRequest('2025-11-25'))
      const session = await called.promise
      runtime.advance(5 * minute)
      const response = await responding
      expect([response.status, response.headers.get('mcp-session-id')]).toEqual([400, null])
      await response.text()
      expect(session?.signal.aborted).toBe(true)
      answer.resolve()
      await settled()
      const again = await post(shell, initializeRequest('2025-11-25'))
      expect(again.status).toBe(200)
      await again.text()
    })

    test('tells no client that waits for initialize of another to begin beyond the cap', async () => {
      const answer = deferred()
      const wait: Middleware = (next) => async (message, exchange) => {
        await answer.promise
        return next(message, exchange)
      }
      await start({ limits: { sessions: 2 } }, { use: [wait] })
      const all = Array.from({ length: 5 }, () => statusOf(post(shell, initializeRequest('2025-11-25'))))
      await settled(20)
      answer.resolve()
      expect((await Promise.all(all)).sort()).toEqual([200, 200, 503, 503, 503])
    })
  })

  describe('a request', () => {
    test('of a session is served', async () => {
      verifies('HTTP-13', 'BASE-06')
      await start()
      const session = await beginSession(shell)
      const response = await session.request('tools/call', { name: 'echo', arguments: { a: 1 } }, 'x')
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(await response.json()).toEqual({
        jsonrpc: '2.0',
        id: 'x',
        result: { content: [{ type: 'text', text: '{"a":1}' }] },
      })
      expect(response.headers.get('mcp-session-id')).toBeNull()
    })

    test('of an unknown method is an error with 200', async () => {
      await start()
      const session = await beginSession(shell)
      const response = await session.request('nope')
      expect([response.status, (await response.json()).error.code]).toEqual([200, -32601])
    })

    test('is taken without a version header, and refused with a wrong one', async () => {
      verifies('HTTP-52')
      await start()
      const session = await beginSession(shell, { revision: '2025-06-18' })
      const status = (version: string) =>
        statusOf(
          session.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { headers: { 'mcp-protocol-version': version } }),
        )
      expect(await status('-')).toBe(200)
      expect(await status('2025-06-18')).toBe(200)
      expect(await status('2025-03-26')).toBe(200)
      expect(await status('2099-01-01')).toBe(400)
      expect(await status('banana')).toBe(400)
      expect(await statusOf(session.get(undefined, { headers: { 'mcp-protocol-version': 'banana' } }))).toBe(400)
      const initialize = initializeRequest('2025-11-25')
      expect(await statusOf(post(shell, initialize, { headers: { 'mcp-protocol-version': 'banana' } }))).toBe(400)
      expect(await statusOf(post(shell, initialize, { headers: { 'mcp-protocol-version': '2025-11-25' } }))).toBe(200)
    })

    test.each([
      ['2025-03-26', 200],
      ['2025-06-18', 400],
    ] as const)(
      'without a version header is of the revision of its session: a batch at %s',
      async (revision, status) => {
        verifies('HTTP-51')
        await start()
        const session = await beginSession(shell, { revision })
        const { 'mcp-protocol-version': _version, ...headers } = { ...session.headers }
        const batch = [{ jsonrpc: '2.0', id: 1, method: 'ping' }]
        expect(await statusOf(post(shell, batch, { headers }))).toBe(status)
      },
    )

    test.each([
      ['a method', { 'mcp-method': 'tools/list' }, { id: 1, method: 'tools/call', params: { name: 'echo' } }],
      ['a name', { 'mcp-name': 'other' }, { id: 1, method: 'tools/call', params: { name: 'echo' } }],
      ['a method, of a notification', { 'mcp-method': 'tools/list' }, { method: 'notifications/initialized' }],
      ['a method, of initialize', { 'mcp-method': 'tools/list' }, initializeRequest('2025-11-25')],
    ])('with headers that say another thing is refused: %s', async (_name, headers, value) => {
      await start()
      const session = await beginSession(shell)
      const response = await session.post({ jsonrpc: '2.0', ...value }, { headers })
      expect([response.status, (await response.json()).error.code]).toEqual([400, -32001])
    })

    test('with headers that say the same is served', async () => {
      await start()
      const session = await beginSession(shell)
      const headers = { 'mcp-method': 'tools/call', 'mcp-name': '=?base64?ZWNobw==?=' }
      const value = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } }
      expect(await statusOf(session.post(value, { headers }))).toBe(200)
    })

    test('without a session id is refused with 400, with an unknown one with 404', async () => {
      verifies('HTTP-47', 'HTTP-46')
      await start()
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
      expect(await statusOf(post(shell, ping))).toBe(400)
      for (const id of ['x', '0'.repeat(32), '__proto__', '../../x']) {
        expect(await statusOf(post(shell, ping, { headers: { 'mcp-session-id': id } }))).toBe(404)
        expect(await statusOf(shell.send({ method: 'GET', headers: { 'mcp-session-id': id, host: shell.host } }))).toBe(
          404,
        )
        expect(
          await statusOf(shell.send({ method: 'DELETE', headers: { 'mcp-session-id': id, host: shell.host } })),
        ).toBe(404)
      }
    })

    test('of a modern client is served beside the session', async () => {
      await start()
      const session = await beginSession(shell)
      const headers = { ...session.headers, ...modernHeaders('tools/list') }
      const modern = await post(shell, modernRequest('tools/list'), { headers })
      expect((await modern.json()).result.resultType).toBe('complete')
      const legacy = await session.request('tools/list')
      expect(Object.keys((await legacy.json()).result)).toEqual(['tools'])
    })

    test('beyond inFlight is refused, one with an id in use is answered with an error', async () => {
      const { onHook } = await start({ limits: { inFlight: 2 } })
      const answer = deferred<string>()
      const called = deferred()
      onHook(() => {
        called.resolve()
        return answer.promise
      })
      const session = await beginSession(shell)
      const first = session.request('tools/call', { name: 'hook' }, 1)
      await called.promise
      const same = await session.request('tools/call', { name: 'hook' }, 1)
      expect([same.status, (await same.json()).error.code]).toEqual([200, -32600])
      const second = session.request('tools/call', { name: 'hook' }, 2)
      await settled(20)
      const third = await session.request('ping', {}, 3)
      expect([third.status, third.headers.get('retry-after')]).toEqual([429, '1'])
      await third.text()
      answer.resolve('x')
      expect(await Promise.all([statusOf(first), statusOf(second)])).toEqual([200, 200])
    })
  })

  test('takes notifications and responses with 202 and no body', async () => {
    verifies('HTTP-11')
    await start()
    const session = await beginSession(shell)
    for (const value of [
      { method: 'notifications/initialized' },
      { method: 'notifications/nobody/knows' },
      { method: 'notifications/cancelled', params: { requestId: 77 } },
      { method: 'notifications/cancelled', params: {} },
      { id: 'never asked', result: {} },
      { id: 5, error: { code: 1, message: 'x' } },
    ]) {
      const response = await session.post({ jsonrpc: '2.0', ...value })
      expect([response.status, await response.text()]).toEqual([202, ''])
    }
  })

  describe('the end of a session', () => {
    test('comes with DELETE, and cancels what runs', async () => {
      verifies('HTTP-47')
      const { onHook } = await start()
      const stopped = deferred<unknown>()
      const called = deferred<Session | undefined>()
      onHook((exchange) => {
        exchange.signal.addEventListener('abort', () => stopped.resolve(exchange.signal.reason))
        called.resolve(exchange.session)
        return new Promise(() => {})
      })
      const session = await beginSession(shell)
      const running = session.request('tools/call', { name: 'hook' })
      const served = await called.promise
      expect(await statusOf(session.delete())).toBe(204)
      expect(await stopped.promise).toMatchObject({ code: 'closed' })
      expect(served?.signal.aborted).toBe(true)
      expect(await statusOf(running)).toBe(202)
      expect(await statusOf(session.request('ping'))).toBe(404)
      expect(await statusOf(session.get())).toBe(404)
      expect(await statusOf(session.delete())).toBe(404)
    })

    test('comes when it is idle, and not before', async () => {
      const { runtime } = await start()
      const session = await beginSession(shell)
      for (let time = 0; time < 3; time += 1) {
        runtime.advance(10 * minute - 1)
        expect(await statusOf(session.request('ping'))).toBe(200)
      }
      runtime.advance(10 * minute)
      expect(await statusOf(session.request('ping'))).toBe(404)
    })

    test('comes after idleMs where that is set', async () => {
      const { runtime } = await start({ sessions: { idleMs: 1_000 } })
      const session = await beginSession(shell)
      runtime.advance(999)
      expect(await statusOf(session.request('ping'))).toBe(200)
      runtime.advance(1_000)
      expect(await statusOf(session.request('ping'))).toBe(404)
    })

    test('does not come while a request is served, or its stream is read', async () => {
      const { onHook, runtime } = await start({ answers: 'json', limits: { handlerMs: 100 * minute } })
      const answer = deferred<string>()
      const called = deferred()
      onHook(() => {
        called.resolve()
        return answer.promise
      })
      const session = await beginSession(shell)
      const running = session.request('tools/call', { name: 'hook' })
      await called.promise
      runtime.advance(30 * minute)
      answer.resolve('x')
      expect(await statusOf(running)).toBe(200)
      runtime.advance(10 * minute - 1)
      const stream = await session.get()
      expect(stream.status).toBe(200)
      await stream.body?.cancel()
    })

    test('comes when it is old, however much it is used', async () => {
      const { runtime } = await start({ limits: { sessionMs: 60 * minute } })
      const session = await beginSession(shell)
      for (let minutes = 0; minutes < 60; minutes += 5) {
        expect(await statusOf(session.request('ping'))).toBe(200)
        runtime.advance(5 * minute)
      }
      expect(await statusOf(session.request('ping'))).toBe(404)
    })
  })

  describe('with auth', () => {
    test('a session is that of its principal only', async () => {
      verifies('SEC-08')
      await start({ auth: byUser })
      const session = await beginSession(shell, { headers: as('ada') })
      expect(await statusOf(session.request('ping'))).toBe(200)
      for (const user of ['bob', 'adam', 'ad', 'ADA']) {
        const other = { headers: { ...session.headers, ...as(user) } }
        expect(await statusOf(session.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, other))).toBe(404)
        expect(await statusOf(session.get(undefined, other))).toBe(404)
        expect(await statusOf(shell.send({ method: 'DELETE', ...other }))).toBe(404)
      }
      expect(await statusOf(session.request('ping'))).toBe(200)
    })

    test('a principal has so many sessions, and all of them so many', async () => {
      await start({ auth: byUser, limits: { sessionsPerPrincipal: 2, sessions: 3 } })
      const begin = (user: string) => post(shell, initializeRequest('2025-11-25'), { headers: as(user) })
      const first = await beginSession(shell, { headers: as('a') })
      expect(await statusOf(begin('a'))).toBe(200)
      const more = await begin('a')
      expect([more.status, more.headers.get('retry-after')]).toEqual([429, '1'])
      expect((await more.json()).error.message).toBe('Too many at once: the limit sessionsPerPrincipal is 2')
      expect(await statusOf(begin('b'))).toBe(200)
      expect(await statusOf(begin('c'))).toBe(200)
      expect(await statusOf(first.delete())).toBe(204)
      expect(await statusOf(begin('a'))).toBe(200)
    })

    test('beyond the limit the one used longest ago of the principal that has most makes room', async () => {
      await start({ auth: byUser, limits: { sessions: 3 } })
      const begin = (user: string) => beginSession(shell, { headers: as(user) })
      const sessions = [await begin('a'), await begin('b'), await begin('b')] as const
      expect(await statusOf(sessions[1].request('ping'))).toBe(200)
      const last = await begin('c')
      const statuses = await Promise.all([...sessions, last].map((session) => statusOf(session.request('ping'))))
      expect(statuses).toEqual([200, 200, 404, 200])
    })
  })

  describe('on two nodes with one store', () => {
    test('a session is known to both for as long as it is used on one, and what it set', async () => {
      const sessions = createMemorySessions({
        clock: { now: () => clock.now(), after: (ms, fn) => clock.after(ms, fn) },
      })
      const levels: unknown[] = []
      const seeLevel: Middleware = (next) => (message, exchange) => {
        if (isRequestMessage(message) && message.method === 'ping') levels.push(exchange.session?.logLevel)
        return next(message, exchange)
      }
      const { server, runtime } = defineHttpServer({ stores: { sessions }, use: [seeLevel] })
      const clock = runtime
      shell = await open(server)
      const other = await open(server)
      const session = await beginSession(shell)
      expect(await statusOf(session.request('logging/setLevel', { level: 'error' }))).toBe(200)
      for (let time = 0; time < 5; time += 1) {
        runtime.advance(6 * minute)
        expect(await statusOf(session.request('ping'))).toBe(200)
        await settled()
      }
      const headers = { ...session.headers, host: other.host }
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
      expect(await statusOf(post(other, ping, { headers }))).toBe(200)
      expect(levels.at(-1)).toBe('error')
      expect(await statusOf(session.delete())).toBe(204)
      await other.close()
      const third = await open(server)
      expect(await statusOf(post(third, ping, { headers: { ...headers, host: third.host } }))).toBe(404)
      await third.close()
    })

    test('only what may be the id of a session is looked for in the store', async () => {
      const { server, runtime } = defineHttpServer()
      const sessions = createMemorySessions({ clock: runtime })
      const get = vi.spyOn(sessions, 'get')
      const { environment } = server
      shell = await open({ serve: server.serve, environment: { ...environment, stores: { sessions } } })
      const id = '0123456789abcdef'.repeat(2)
      const record = { revision: '2025-11-25', client: { capabilities: {} }, createdAt: runtime.now() }
      for (const name of [id, `task:${id}`]) await sessions.create(name, record, 60_000)
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
      const statusAs = (name: string) => statusOf(post(shell, ping, { headers: { 'mcp-session-id': name } }))
      for (const name of [`task:${id}`, id.toUpperCase(), `${id}0`, id.slice(1), '../sessions', 'x'.repeat(8_000)]) {
        expect([name, await statusAs(name)]).toEqual([name, 404])
      }
      expect(get).not.toHaveBeenCalled()
      expect(await statusAs(id)).toBe(200)
      expect(get.mock.calls).toEqual([[id]])
    })

    test('a store that fails is reported, and fails who begins or changes what other nodes have to know', async () => {
      let isBroken = false
      const { server, runtime, logger } = defineHttpServer()
      const sessions = createMemorySessions({ clock: runtime })
      const breaking = new Proxy(sessions, {
        get: (store, name: 'create') => (isBroken ? () => Promise.reject(new Error('down')) : store[name]?.bind(store)),
      })
      shell = await open({
        serve: server.serve,
        environment: { ...server.environment, stores: { sessions: breaking } },
      })
      const session = await beginSession(shell)
      isBroken = true
      const { result } = await (await session.request('tools/call', { name: 'echo' })).json()
      expect(result.content).toEqual([expect.objectContaining({ type: 'text' })])
      const { error } = await (await session.request('logging/setLevel', { level: 'error' })).json()
      expect(error).toMatchObject({ code: -32603 })
      expect(logger.errors.map(({ message }) => message)).toEqual(['logging/setLevel failed'])
      const failed = await post(shell, initializeRequest('2025-11-25'))
      expect([failed.status, failed.headers.get('mcp-session-id')]).toEqual([400, null])
      await failed.text()
    })
  })
})
