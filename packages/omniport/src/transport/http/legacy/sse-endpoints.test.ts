import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { DefineOptions } from '#test/support/define-server.js'
import { initializeRequest } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { AskOptions, Exchange, Progress } from '../../../protocol/exchange/exchange.js'
import { tool } from '../../../server/tools/tool.js'
import type { HttpOptions } from '../http-options.js'

const byUser = ({ headers }: { headers: Headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })
const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' })

describe.each(httpShells)('$shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions, server: DefineOptions = {}) => {
    const defined = defineHttpServer(server)
    shell = await open(defined.server, options)
    return defined
  }
  const get = (headers: Record<string, string> = {}, path = '/sse') =>
    shell.send({ method: 'GET', path, headers: { accept: 'text/event-stream', ...headers } })
  const send = (path: string, value: unknown, headers: Record<string, string> = {}) =>
    shell.send({ path, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) })
  const statusOf = async (responding: Promise<Response>) => {
    const response = await responding
    await response.text()
    return response.status
  }
  const connect = async (headers: Record<string, string> = {}) => {
    const reader = new SseReader(await get(headers))
    const endpoint = await reader.next()
    return { reader, endpoint, path: endpoint?.data ?? '' }
  }

  test('says where to post, relative to itself, and answers on the stream', async () => {
    verifies('SSE-01', 'SSE-02')
    await start()
    const { reader, endpoint, path } = await connect()
    expect(endpoint).toEqual({ event: 'endpoint', data: expect.stringMatching(/^\/messages\?sessionId=[0-9a-f]{32}$/) })
    const response = await send(path, initializeRequest('2024-11-05'))
    expect([response.status, await response.text()]).toEqual([202, ''])
    const block = await reader.next()
    expect([block?.event, JSON.parse(block?.data ?? '').result.protocolVersion]).toEqual(['message', '2024-11-05'])
    await reader.cancel()
  })

  test('serves a session with what changes, and keeps the stream alive', async () => {
    const { server, runtime } = await start()
    const { reader, path } = await connect()
    await send(path, initializeRequest('2024-11-05'))
    await reader.next()
    await send(path, { jsonrpc: '2.0', method: 'notifications/initialized' })
    server.tools.set('new', tool({ run: () => 'x' }))
    expect(await reader.message()).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    await send(path, { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'new' } })
    expect(await reader.message()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { content: [{ type: 'text', text: 'x' }] },
    })
    runtime.advance(15_000)
    expect(await reader.next()).toEqual({ comment: true })
    await reader.cancel()
  })

  test('is over when the stream closes, and what ran is aborted', async () => {
    const { onHook, runtime } = await start()
    const called = deferred()
    const stopped = deferred<unknown>()
    onHook(({ signal }) => {
      signal.addEventListener('abort', () => stopped.resolve(signal.reason))
      called.resolve()
      return new Promise(() => {})
    })
    const { reader, path } = await connect()
    await send(path, initializeRequest('2024-11-05'))
    await reader.next()
    await send(path, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hook' } })
    await called.promise
    await reader.cancel()
    expect(await stopped.promise).toMatchObject({ code: 'closed' })
    expect(await statusOf(send(path, ping(2)))).toBe(404)
    expect(runtime.timers).toBe(0)
  })

  test('aborts a handler that takes longer than handlerHttpMs', async () => {
    const { onHook, runtime } = await start({ limits: { handlerHttpMs: 1_000 } })
    const called = deferred()
    onHook(() => {
      called.resolve()
      return new Promise(() => {})
    })
    const { reader, path } = await connect()
    await send(path, initializeRequest('2024-11-05'))
    await reader.next()
    await send(path, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hook' } })
    await called.promise
    runtime.advance(1_000)
    expect(await reader.message()).toMatchObject({ id: 1, error: { code: -32603 } })
    await reader.cancel()
  })

  test.each([
    ['another Host', { headers: { host: 'evil.example' } }, 403],
    ['another Origin', { headers: { origin: 'http://evil.example' } }, 403],
    ['no session id', { path: '/messages' }, 404],
    ['an unknown session id', { path: '/messages?sessionId=x' }, 404],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a body that is not JSON', { body: '{' }, 400],
    ['a body that is no message', { body: '{"jsonrpc":"2.0","id":1}' }, 400],
    ['a body that is too large', { body: `"${'x'.repeat(5_000)}"` }, 413],
    ['another Mcp-Method', { headers: { 'mcp-method': 'tools/call' } }, 400],
    ['GET', { method: 'GET' }, 405],
  ])('refuses to take a message with %s', async (_name, request, status) => {
    verifies('SSE-05')
    await start({ limits: { bodyBytes: 4_096 } })
    const { reader, path } = await connect()
    const headers = { 'content-type': 'application/json', ...('headers' in request && request.headers) }
    const body = 'method' in request ? undefined : JSON.stringify(ping(1))
    expect(await statusOf(shell.send({ path, body, ...request, headers }))).toBe(status)
    await reader.cancel()
  })

  test.each([
    ['another Host', { host: 'evil.example' }, 'GET', 403],
    ['another Origin', { origin: 'http://evil.example' }, 'GET', 403],
    ['no stream', { accept: 'application/json' }, 'GET', 406],
    ['POST', {}, 'POST', 405],
  ])('refuses to open a stream with %s', async (_name, headers, method, status) => {
    verifies('SSE-05')
    await start()
    expect(await statusOf(shell.send({ method, path: '/sse', headers }))).toBe(status)
  })

  test('takes messages of the principal only that opened the stream', async () => {
    verifies('SEC-08')
    await start({ auth: byUser })
    const { reader, path } = await connect({ 'x-user': 'a' })
    expect(await statusOf(send(path, ping(1), { 'x-user': 'b' }))).toBe(404)
    expect(await statusOf(send(path, ping(1), { 'x-user': 'a' }))).toBe(202)
    expect(await reader.message()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    await reader.cancel()
  })

  test('takes no more requests at once than inFlight', async () => {
    const { onHook } = await start({ limits: { inFlight: 1 } })
    const called = deferred()
    onHook(({ signal }) => {
      called.resolve()
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('never')))
    })
    const { reader, path } = await connect()
    await send(path, initializeRequest('2024-11-05'))
    await reader.next()
    await send(path, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hook' } })
    await called.promise
    expect(await statusOf(send(path, ping(2)))).toBe(429)
    expect(
      await statusOf(send(path, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })),
    ).toBe(202)
    await settled()
    expect(await statusOf(send(path, ping(3)))).toBe(202)
    expect(await reader.message()).toEqual({ jsonrpc: '2.0', id: 3, result: {} })
    await reader.cancel()
  })

  test('refuses a stream beyond the limit while requests are served on the others, then one makes room', async () => {
    const { onHook } = await start({ limits: { streams: 1 } })
    const called = deferred()
    const answer = deferred<string>()
    onHook(() => {
      called.resolve()
      return answer.promise
    })
    const { reader, path } = await connect()
    await send(path, initializeRequest('2024-11-05'))
    await reader.next()
    await send(path, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hook' } })
    await called.promise
    const refused = await get()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await refused.json()).error.message).toBe('Too many at once: the limit streams is 1')
    answer.resolve('x')
    expect(await reader.message()).toEqual(expect.objectContaining({ id: 1 }))
    const next = await connect()
    expect(await reader.messages()).toEqual([])
    expect(await statusOf(send(path, ping(2)))).toBe(404)
    await next.reader.cancel()
  })

  test('has no more streams than there may be sessions', async () => {
    await start({ limits: { sessions: 1 } })
    const { reader } = await connect()
    const refused = await get()
    const message = 'Too many at once: the limit sessions is 1'
    expect([refused.status, (await refused.json()).error.message]).toEqual([503, message])
    await reader.cancel()
  })

  test('answers what is running when the server closes, then ends the stream', async () => {
    const { onHook } = await start()
    const called = deferred()
    const answer = deferred<string>()
    onHook(() => {
      called.resolve()
      return answer.promise
    })
    const { reader, path } = await connect()
    await send(path, initializeRequest('2024-11-05'))
    await reader.next()
    await send(path, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hook' } })
    await called.promise
    const closed = shell.closeHandler()
    answer.resolve('x')
    expect(await reader.messages()).toEqual([expect.objectContaining({ id: 1 })])
    await closed
  })

  test('stands where it is told to, or nowhere', async () => {
    await start({ sseEndpoints: { stream: '/old', messages: '/post' } })
    const reader = new SseReader(await get({}, '/old'))
    expect((await reader.next())?.data).toMatch(/^\/post\?sessionId=/)
    await reader.cancel()
    await shell.close()
    await start({ sseEndpoints: false })
    expect(await statusOf(get())).toBe(404)
  })

  describe('a question', () => {
    const ask = async (exchange: Exchange, options?: AskOptions) =>
      Promise.resolve(exchange.ask?.({ method: 'sampling/createMessage' }, options)).then(
        (answer) => JSON.stringify(answer),
        (error: { code?: unknown; message: string }) => `${error.code}: ${error.message}`,
      )
    /** A connection whose tool has asked. */
    const connectAsked = async (headers: Record<string, string> = {}) => {
      const { reader, path } = await connect(headers)
      await send(path, initializeRequest('2024-11-05'), headers)
      await reader.next()
      await send(path, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hook' } }, headers)
      const question = (await reader.message()) as { id: string }
      return { reader, path, question }
    }
    const result = (text: string) => ({
      jsonrpc: '2.0',
      id: 1,
      result: { resultType: 'complete', content: [{ type: 'text', text }] },
    })

    test('goes over the stream, is answered by a POST of the same principal, and takes no time from the handler', async () => {
      verifies('SEC-08')
      const { onHook, runtime } = await start({ auth: byUser, limits: { handlerHttpMs: 100 } })
      onHook((exchange) => ask(exchange))
      const { reader, path, question } = await connectAsked({ 'x-user': 'a' })
      const other = await connect({ 'x-user': 'a' })
      runtime.advance(1_000)
      const answer = (from: string) => ({ jsonrpc: '2.0', id: question.id, result: { from } })
      expect(await statusOf(send(path, answer('another principal'), { 'x-user': 'b' }))).toBe(404)
      expect(await statusOf(send(other.path, answer('another stream'), { 'x-user': 'a' }))).toBe(202)
      expect(await statusOf(send(path, answer('the right one'), { 'x-user': 'a' }))).toBe(202)
      expect(await reader.message()).toEqual(result('{"from":"the right one"}'))
      await reader.cancel()
      await other.reader.cancel()
    })

    test('has its progress', async () => {
      const { onHook } = await start()
      const seen: Progress[] = []
      onHook((exchange) => ask(exchange, { onProgress: (progress) => void seen.push(progress) }))
      const { reader, path, question } = await connectAsked()
      const params = { progressToken: question.id, progress: 1 }
      await send(path, { jsonrpc: '2.0', method: 'notifications/progress', params })
      await send(path, { jsonrpc: '2.0', id: question.id, result: {} })
      expect(await reader.message()).toEqual(result('{}'))
      expect(seen).toEqual([{ progress: 1 }])
      await reader.cancel()
    })

    test('runs out of time', async () => {
      const { onHook, runtime } = await start({ limits: { questionMs: 500 } })
      onHook((exchange) => ask(exchange))
      const { reader, question } = await connectAsked()
      runtime.advance(500)
      expect(await reader.message()).toMatchObject({
        method: 'notifications/cancelled',
        params: { requestId: question.id },
      })
      expect(await reader.message()).toEqual(result('timeout: No answer within 500 ms'))
      await reader.cancel()
    })

    test('rejects when the stream closes', async () => {
      const { onHook } = await start()
      const outcomes: string[] = []
      onHook(async (exchange) => {
        outcomes.push(await ask(exchange))
        return ''
      })
      const { reader } = await connectAsked()
      await reader.cancel()
      while (outcomes.length === 0) await settled(1)
      expect(outcomes).toEqual(['closed: The client closed the stream'])
    })

    test('rejects when the server closes, and its handler can answer', async () => {
      const { onHook } = await start()
      onHook(async (exchange) => `${await ask(exchange)} | ${await ask(exchange)}`)
      const { reader } = await connectAsked()
      const closing = shell.closeHandler()
      const closed = 'closed: The client ended the connection'
      expect(await reader.messages()).toEqual([result(`${closed} | ${closed}`)])
      await closing
    })
  })
})
