import { describe, expect, test, vi } from 'vitest'
import { defaultRuntime, FetchHttpAdapter } from '#core/serve'
import type { JSONRPCMessage } from '../types.js'
import { LateModernHttp } from './late-modern-http.js'
import { LateModernStdio } from './late-modern-stdio.js'

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '2' },
}
const initialized = {
  ...{ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
}
const request = (id: number, method: string, params: object = {}) =>
  ({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }) as JSONRPCMessage

/** Handlers that answer everything but `never`. */
function createHandlers() {
  const delivered: JSONRPCMessage[] = []
  let take: (message: JSONRPCMessage) => boolean = () => false
  const deliver = (message: JSONRPCMessage) => {
    delivered.push(message)
    if (!('method' in message) || !('id' in message) || message.method === 'never') return
    const result = message.method === 'initialize' ? initialized : { content: [], from: message.method }
    queueMicrotask(() => take({ jsonrpc: '2.0', id: message.id as string, result }))
  }
  const methods = () => delivered.map((message) => ('method' in message ? message.method : undefined))
  const answerWith = (given: typeof take) => {
    take = given
  }
  return { delivered, deliver, methods, answerWith }
}

describe('over stdio', () => {
  function create() {
    const handlers = createHandlers()
    const written: { readonly id?: unknown; readonly result?: object }[] = []
    const modern = new LateModernStdio({
      deliver: handlers.deliver,
      write: (message) => void written.push(message as object),
      onError() {},
    })
    handlers.answerWith((message) => modern.take(message, undefined))
    const until = (count: number) => vi.waitFor(() => expect(written).toHaveLength(count), 20_000)
    return { modern, written, until, ...handlers }
  }

  test('modern requests are served, also those that come while they are loaded', async () => {
    const { modern, written, until, methods } = create()
    expect(modern.receive(request(1, 'other/method'))).toBe(true)
    expect(modern.receive(request(2, 'own/method'))).toBe(true)
    await until(2)
    expect(written.map(({ id }) => id)).toEqual([1, 2])
    expect(methods()).toEqual(['initialize', 'notifications/initialized', 'other/method', 'own/method'])
    modern.receive(request(3, 'own/method'))
    await until(3)
    expect(written[2]).toMatchObject({ id: 3, result: { from: 'own/method' } })
    modern.close()
  })

  test('other messages are for the handlers themselves', () => {
    const { modern } = create()
    const others: object[] = [
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ]
    expect(others.map((message) => modern.receive(message as JSONRPCMessage))).toEqual([false, false, false])
    expect(modern.take({ jsonrpc: '2.0', id: 1, result: {} }, undefined)).toBe(false)
    expect(modern.close()).toBeUndefined()
  })

  test('a request can be cancelled as of before', async () => {
    const { modern, methods } = create()
    modern.receive(request(1, 'never'))
    await vi.waitFor(() => expect(methods()).toContain('never'), 20_000)
    modern.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    await vi.waitFor(() => expect(methods()).toContain('notifications/cancelled'), 20_000)
    modern.close()
  })

  test.each([
    [false, true],
    [true, false],
  ])('what belongs to no call is taken, unless there is another client: %s', async (hasOther, expected) => {
    const { modern, until } = create()
    if (hasOther) modern.receive({ jsonrpc: '2.0', id: 9, method: 'initialize' } as JSONRPCMessage)
    modern.receive(request(1, 'own/method'))
    await until(1)
    expect(modern.take({ jsonrpc: '2.0', method: 'notifications/message' }, undefined)).toBe(expected)
    modern.close()
  })

  test('nothing is served once it is closed', async () => {
    const { modern, delivered } = create()
    modern.receive(request(1, 'own/method'))
    modern.close()
    await import('./modern-stdio.js')
    await new Promise((resolve) => setImmediate(resolve))
    expect(delivered).toEqual([])
  })
})

describe('over HTTP', () => {
  function create() {
    const handlers = createHandlers()
    const onIdle = vi.fn()
    const modern = new LateModernHttp({
      ...{ deliver: handlers.deliver, servesLegacy: () => false, onIdle, maxBodyBytes: 1_000 },
    })
    handlers.answerWith((message) => modern.take(message, undefined))
    const post = async (method: string, given: object = {}, more: object = {}) => {
      const init = {
        method: 'POST',
        headers: {
          ...{ accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
          ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, host: 'evil.example' },
        },
        body: JSON.stringify(request(1, method, more)),
      }
      return new Promise<Response>((resolve) => {
        const adapter = new FetchHttpAdapter(new Request('http://a.example/own/path', init), defaultRuntime, resolve)
        void modern.serve({ request: adapter, reply: adapter }, given)
      })
    }
    return { modern, post, onIdle, ...handlers }
  }

  test('modern requests are served at every path, of every host', async () => {
    const { modern, post, onIdle, methods } = create()
    expect([modern.isBusy, modern.take({ jsonrpc: '2.0', id: 1, result: {} }, undefined)]).toEqual([false, false])
    const response = await post('own/method')
    expect([response.status, await response.json()]).toMatchObject([200, { id: 1, result: { from: 'own/method' } }])
    expect(methods()).toEqual(['initialize', 'notifications/initialized', 'own/method'])
    expect([modern.isBusy, onIdle.mock.calls.length > 0]).toEqual([false, true])
    modern.close()
  })

  test('may be parsed already', async () => {
    const { modern, post } = create()
    const response = await post('own/method', { parsedBody: request(7, 'own/method') })
    expect(await response.json()).toMatchObject({ id: 7 })
    modern.close()
  })

  test('may have so many bytes', async () => {
    const { modern, post } = create()
    const response = await post('own/method', {}, { text: 'x'.repeat(1_000) })
    expect(response.status).toBe(413)
    modern.close()
  })

  test('are busy while a call runs', async () => {
    const { modern, post, methods } = create()
    const answering = post('never')
    expect(modern.isBusy).toBe(true)
    await vi.waitFor(() => expect(methods()).toContain('never'), 20_000)
    expect(modern.isBusy).toBe(true)
    modern.close()
    await (await answering).body?.cancel()
    expect(modern.isBusy).toBe(false)
  })
})
