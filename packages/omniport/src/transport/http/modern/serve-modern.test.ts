import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { DefineOptions } from '#test/support/define-server.js'
import { modernHeaders, modernRequest, post, postModern } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { encodeHeaderValue } from '../../../protocol/headers/header-value.js'
import { tool } from '../../../server/tools/tool.js'
import type { HttpOptions } from '../http-options.js'

const hook = { name: 'hook' }
const progress = {
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: 1, progress: 1 },
} as const
const result = (text: string) => ({ resultType: 'complete', content: [{ type: 'text', text }] })
const subscriptionId = 'io.modelcontextprotocol/subscriptionId'

const closedByClient = { name: 'AbortError', message: 'The client closed the connection' }

describe.each(httpShells)('$shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions, server: DefineOptions = {}) => {
    const defined = defineHttpServer(server)
    shell = await open(defined.server, options)
    return defined
  }

  describe('an answer', () => {
    test('is JSON when nothing comes before it', async () => {
      verifies('HTTP-13', 'HTTP-02', 'INT-16')
      const { runtime } = await start()
      const response = await postModern(shell, 'tools/call', { name: 'echo', arguments: {} })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 1, result: result('{}') })
      expect(response.headers.get('mcp-session-id')).toBeNull()
      expect(runtime.timers).toBe(0)
    })

    test('is a stream when something is sent first, without ids to come back with', async () => {
      verifies('HTTP-13', 'HTTP-17', 'BASE-19', 'HTTP-82', 'HTTP-23')
      const { onHook, runtime } = await start()
      onHook((exchange) => {
        expect([exchange.ask, exchange.session, exchange.closeStream]).toEqual([undefined, undefined, undefined])
        exchange.notify(progress)
        return 'done'
      })
      const response = await postModern(shell, 'tools/call', hook)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      })
      const blocks = await new SseReader(response).rest()
      expect(blocks).toEqual([
        { data: JSON.stringify(progress) },
        { data: JSON.stringify({ jsonrpc: '2.0', id: 1, result: result('done') }) },
      ])
      expect(runtime.timers).toBe(0)
    })

    test('becomes a stream when it takes longer than jsonMs, and is kept alive by comments', async () => {
      const { onHook, runtime } = await start()
      const answer = deferred<string>()
      const called = deferred()
      onHook(() => {
        called.resolve()
        return answer.promise
      })
      const responding = postModern(shell, 'tools/call', hook)
      await called.promise
      runtime.advance(1_999)
      await settled()
      runtime.advance(1)
      const reader = new SseReader(await responding)
      runtime.advance(14_999)
      runtime.advance(1)
      expect(await reader.next()).toEqual({ comment: true })
      runtime.advance(15_000)
      expect(await reader.next()).toEqual({ comment: true })
      answer.resolve('late')
      expect(await reader.messages()).toEqual([{ jsonrpc: '2.0', id: 1, result: result('late') }])
      expect(runtime.timers).toBe(0)
    })

    test.each([
      ['json', {}, 'application/json'],
      ['sse', {}, 'text/event-stream'],
      ['auto', { accept: 'application/json' }, 'application/json'],
      ['auto', { accept: 'text/event-stream' }, 'text/event-stream'],
      ['json', { accept: 'text/event-stream' }, 'text/event-stream'],
      ['sse', { accept: 'application/json' }, 'application/json'],
    ] as const)('with answers %s and %j is %s', async (answers, headers, type) => {
      const { onHook } = await start({ answers })
      onHook((exchange) => {
        if (type === 'application/json') exchange.notify(progress)
        return 'x'
      })
      const response = await postModern(shell, 'tools/call', hook, { headers })
      expect(response.headers.get('content-type')).toBe(type)
      const text = await response.text()
      expect(text.includes('notifications/progress')).toBe(false)
      expect(text.includes('"text":"x"')).toBe(true)
    })

    test.each([
      [-32021, 400],
      [-32020, 400],
      [-32601, 404],
      [-32602, 200],
      [-32603, 200],
      [5, 200],
    ])('with the error %i has the status %i', async (code, status) => {
      verifies('ERR-14')
      const { onHook } = await start()
      onHook(() => {
        throw new RpcError(code, 'no')
      })
      const response = await postModern(shell, 'tools/call', hook)
      expect([response.status, (await response.json()).error.code]).toEqual([status, code])
    })

    test('to a notification is 202 without a body', async () => {
      verifies('HTTP-11')
      await start()
      const headers = { 'mcp-protocol-version': '2026-07-28' }
      const response = await post(shell, { jsonrpc: '2.0', method: 'notifications/x' }, { headers })
      expect([response.status, await response.text()]).toEqual([202, ''])
    })

    test.each([
      ['another version', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2025-11-25' } }, -32020],
      ['no version that is served', {}, -32022],
    ])('to a notification with %s is an error', async (_name, params, code) => {
      await start({}, { revisions: code === -32022 ? ['2025-11-25'] : ['2026-07-28'] })
      const headers = { 'mcp-protocol-version': '2026-07-28' }
      const response = await post(shell, { jsonrpc: '2.0', method: 'notifications/x', params }, { headers })
      expect([response.status, (await response.json()).error.code]).toEqual([400, code])
    })

    test('after handlerHttpMs is an error, and the handler is told to stop', async () => {
      const { onHook, runtime } = await start({ answers: 'json' })
      const stopped = deferred<unknown>()
      const called = deferred()
      onHook(async ({ signal }) => {
        signal.addEventListener('abort', () => stopped.resolve(signal.reason))
        called.resolve()
        return new Promise(() => {})
      })
      const responding = postModern(shell, 'tools/call', hook)
      await called.promise
      runtime.advance(299_999)
      await settled()
      runtime.advance(1)
      const response = await responding
      expect([response.status, (await response.json()).error]).toEqual([
        200,
        { code: -32603, message: 'tools/call took longer than 300000 ms' },
      ])
      expect(RpcError.is(await stopped.promise)).toBe(true)
      expect(runtime.timers).toBe(0)
    })
  })

  describe('headers', () => {
    test.each(['echo', 'Grüße', ' blank ', '=?base64?eA==?=', 'zß水🍌'])('mirror the name %j', async (name) => {
      verifies('HTTP-61', 'HTTP-62', 'HTTP-77', 'HTTP-76', 'HTTP-59')
      await start({}, { tools: { [name]: tool({ run: () => 'it' }) }, use: [] })
      const response = await postModern(shell, 'tools/call', { name })
      expect([response.status, (await response.json()).result.content]).toEqual([200, [{ type: 'text', text: 'it' }]])
    })

    test.each([
      ['as it is', { 'mcp-param-region': 'eu', 'mcp-param-count': '42' }, {}, 200],
      ['encoded', { 'mcp-param-region': '=?base64?ZXU=?=', 'mcp-param-count': '42.0' }, {}, 200],
      ['in another case', { 'mcp-param-region': 'EU', 'mcp-param-count': '42' }, {}, 400],
      ['not at all', { 'mcp-param-count': '42' }, {}, 400],
      ['with bad base64', { 'mcp-param-region': '=?base64?ZX?=', 'mcp-param-count': '42' }, {}, 400],
      ['without the padding of base64', { 'mcp-param-region': '=?base64?ZXU?=', 'mcp-param-count': '42' }, {}, 400],
      ['with bits behind the base64', { 'mcp-param-region': '=?base64?ZXV=?=', 'mcp-param-count': '42' }, {}, 400],
      ['with another number', { 'mcp-param-region': 'eu', 'mcp-param-count': '43' }, {}, 400],
      ['for no value', { 'mcp-param-region': 'eu', 'mcp-param-count': '42' }, { count: undefined }, 400],
      ['without a value, for none', { 'mcp-param-region': 'eu' }, { count: undefined }, 200],
      ['and one that is unknown', { 'mcp-param-region': 'eu', 'mcp-param-count': '42', 'mcp-param-x': 'y' }, {}, 200],
      [
        'encoded beyond ASCII',
        { 'mcp-param-region': encodeHeaderValue('中'), 'mcp-param-count': '42' },
        { region: '中' },
        200,
      ],
    ])('mirror arguments %s', async (_name, headers, more, status) => {
      verifies('HTTP-61', 'HTTP-62', 'HTTP-74', 'HTTP-78', 'HTTP-81', 'ERR-05', 'HTTP-63')
      await start()
      const params = { name: 'region', arguments: { region: 'eu', count: 42, ...more } }
      const response = await postModern(shell, 'tools/call', params, { headers })
      const body = await response.json()
      expect([response.status, body.error?.code]).toEqual([status, status === 200 ? undefined : -32020])
    })

    test('of a tool that the caller may not see tell nothing', async () => {
      await start({}, { tools: { hidden: tool({ visible: () => false, input: regionOf(), run: () => 'x' }) }, use: [] })
      const hidden = await postModern(shell, 'tools/call', { name: 'hidden', arguments: { region: 'eu' } })
      const absent = await postModern(shell, 'tools/call', { name: 'absent', arguments: { region: 'eu' } })
      const text = async (response: Response) => (await response.text()).replaceAll(/hidden|absent/g, 'x')
      expect([hidden.status, await text(hidden)]).toEqual([absent.status, await text(absent)])
    })

    test('with a modern version make a request modern inside a legacy session', async () => {
      verifies('BASE-25', 'BASE-26')
      await start()
      const headers = { ...modernHeaders('tools/list'), 'mcp-session-id': 'whatever' }
      const response = await post(shell, modernRequest('tools/list'), { headers })
      expect([response.status, (await response.json()).result.resultType]).toEqual([200, 'complete'])
    })
  })

  describe('a closed connection', () => {
    test('cancels the request', async () => {
      verifies('HTTP-26')
      const { onHook, runtime } = await start()
      const stopped = deferred<unknown>()
      const called = deferred()
      onHook(async ({ signal }) => {
        signal.addEventListener('abort', () => stopped.resolve(signal.reason))
        called.resolve()
        return new Promise(() => {})
      })
      const gone = new AbortController()
      const responding = postModern(shell, 'tools/call', hook, { signal: gone.signal }).catch(() => 'gone')
      await called.promise
      gone.abort()
      expect(await stopped.promise).toMatchObject(closedByClient)
      await responding
      expect(runtime.timers).toBe(0)
    })

    test('cancels a request whose answer is a stream', async () => {
      verifies('HTTP-26')
      const { onHook, runtime, logger } = await start({ answers: 'sse' })
      const stopped = deferred<unknown>()
      onHook(async (exchange) => {
        exchange.notify(progress)
        await new Promise((resolve) => exchange.signal.addEventListener('abort', resolve))
        exchange.notify(progress)
        stopped.resolve(exchange.signal.reason)
        return 'never seen'
      })
      const reader = new SseReader(await postModern(shell, 'tools/call', hook))
      expect(await reader.message()).toEqual(progress)
      await reader.cancel()
      expect(await stopped.promise).toMatchObject(closedByClient)
      await settled()
      expect([runtime.timers, logger.errors]).toEqual([0, []])
    })
  })

  describe('a subscription', () => {
    const listen = { notifications: { toolsListChanged: true, resourceSubscriptions: ['test:page'] } }

    test('is acknowledged first, hears of what it asked for, and ends with its result', async () => {
      verifies('SUB-02', 'SUB-03', 'SUB-04', 'CAN-12')
      const { server, runtime } = await start({ answers: 'json' })
      const params = { ...listen, _meta: { 'io.modelcontextprotocol/logLevel': 'debug' } }
      const reader = new SseReader(await postModern(shell, 'subscriptions/listen', params))
      const _meta = { [subscriptionId]: 1 }
      expect(await reader.message()).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { ...listen, _meta },
      })
      server.tools.set('new', tool({ run: () => 'x' }))
      expect(await reader.message()).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/tools/list_changed',
        params: { _meta },
      })
      server.prompts.delete('none')
      server.resources.updated('test:page')
      expect(await reader.message()).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/resources/updated',
        params: { uri: 'test:page', _meta },
      })
      runtime.advance(15_000)
      expect(await reader.next()).toEqual({ comment: true })
      const closed = shell.closeHandler()
      expect(await reader.messages()).toEqual([{ jsonrpc: '2.0', id: 1, result: { resultType: 'complete', _meta } }])
      await closed
      expect(runtime.timers).toBe(0)
    })

    test('ends with its result when the server closes', async () => {
      const { server } = await start()
      const reader = new SseReader(await postModern(shell, 'subscriptions/listen', listen))
      await reader.message()
      await server.close()
      expect(await reader.messages()).toEqual([
        { jsonrpc: '2.0', id: 1, result: expect.objectContaining({ resultType: 'complete' }) },
      ])
    })

    test('lasts longer than a handler may', async () => {
      const { runtime } = await start()
      const reader = new SseReader(await postModern(shell, 'subscriptions/listen', listen))
      await reader.message()
      for (let minutes = 0; minutes < 6; minutes += 0.25) {
        runtime.advance(15_000)
        expect(await reader.next()).toEqual({ comment: true })
      }
      const closed = shell.closeHandler()
      expect(await reader.messages()).toEqual([expect.objectContaining({ id: 1 })])
      await closed
    })

    test('is refused to who takes no stream, and does not count then', async () => {
      await start({ limits: { streams: 1 } })
      for (let time = 0; time < 3; time += 1) {
        const headers = { accept: 'application/json' }
        const response = await postModern(shell, 'subscriptions/listen', listen, { headers })
        expect(response.status).toBe(406)
        await response.text()
      }
      const reader = new SseReader(await postModern(shell, 'subscriptions/listen', listen))
      await reader.message()
      await reader.cancel()
    })

    test('makes room for another one, the oldest first, where there are as many as may be', async () => {
      await start({ limits: { streams: 2 } })
      const open = async () => {
        const reader = new SseReader(await postModern(shell, 'subscriptions/listen', listen))
        await reader.message()
        return reader
      }
      const [first, second] = [await open(), await open()]
      const third = await open()
      expect(await first.messages()).toEqual([])
      const fourth = await open()
      expect(await second.messages()).toEqual([])
      await Promise.all([third.cancel(), fourth.cancel()])
    })

    test('makes room at the cost of the principal that has most', async () => {
      const auth = ({ headers }: { headers: Headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })
      await start({ auth, limits: { streams: 3 } })
      const open = async (user: string) => {
        const headers = { 'x-user': user }
        const reader = new SseReader(await postModern(shell, 'subscriptions/listen', listen, { headers }))
        await reader.message()
        return reader
      }
      const readers = [await open('a'), await open('b'), await open('b'), await open('c')] as const
      expect(await readers[1].messages()).toEqual([])
      await Promise.all([readers[0], readers[2], readers[3]].map((reader) => reader.cancel()))
    })
  })

  test('counts requests and streams of one principal', async () => {
    const auth = ({ headers }: { headers: Headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })
    const { onHook } = await start({ auth, limits: { inFlight: 2, streamsPerPrincipal: 1 } })
    const answer = deferred<string>()
    const called = [deferred(), deferred(), deferred()]
    let calls = 0
    onHook(() => {
      called[calls++]?.resolve()
      return answer.promise
    })
    const as = (user: string) => ({ headers: { 'x-user': user } })
    const first = postModern(shell, 'tools/call', hook, as('a'))
    const second = postModern(shell, 'tools/call', hook, as('a'))
    await Promise.all([called[0]?.promise, called[1]?.promise])
    const refused = await postModern(shell, 'tools/call', hook, as('a'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await refused.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'Too many at once: the limit inFlight is 2' },
    })
    const other = postModern(shell, 'tools/call', hook, as('b'))
    await called[2]?.promise
    answer.resolve('x')
    const statuses = (await Promise.all([first, second, other])).map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200])
    const again = await postModern(shell, 'tools/call', hook, as('a'))
    expect(again.status).toBe(200)
    await again.text()
  })
})

function regionOf() {
  return { type: 'object' as const, properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } }
}
