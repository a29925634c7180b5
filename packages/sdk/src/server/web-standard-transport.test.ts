import { afterEach, describe, expect, test, vi } from 'vitest'
import '../modern/modern-http.js'
import { onReopen } from '../protocol/reopening.js'
import type { JSONRPCMessage } from '../types.js'
import {
  WebStandardStreamableHTTPServerTransport,
  type WebStandardStreamableHTTPServerTransportOptions,
} from './webStandardStreamableHttp.js'

const json = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const initialize = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
}
const call = { jsonrpc: '2.0', id: 1, method: 'a' }
const named = { 'mcp-session-id': 'the-session' }

/** A request of a client of the newest revision. */
const modern = {
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/list' },
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'c', version: '2' },
    },
  },
}
const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }

afterEach(() => void vi.useRealTimers())

/** A transport that answers each request with an empty result, where that is wanted. */
function create(options: WebStandardStreamableHTTPServerTransportOptions = {}, answers = true) {
  const transport = new WebStandardStreamableHTTPServerTransport(options)
  const received: JSONRPCMessage[] = []
  const errors: string[] = []
  const onclose = vi.fn()
  transport.onclose = onclose
  transport.onerror = ({ message }) => void errors.push(message)
  transport.onmessage = (message) => {
    received.push(message)
    if (answers && 'id' in message && 'method' in message) {
      void transport.send({ jsonrpc: '2.0', id: message.id as number, result: {} })
    }
  }
  const send = (body: unknown, headers: object = {}, method = 'POST') =>
    transport.handleRequest(
      new Request('http://localhost/mcp', {
        ...{ method, headers: { ...json, ...headers } },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
  return { transport, received, errors, onclose, send }
}

const sessions = (more: WebStandardStreamableHTTPServerTransportOptions = {}) => ({
  sessionIdGenerator: () => 'the-session',
  ...more,
})

describe('a transport', () => {
  test('starts once', async () => {
    const { transport } = create()
    await transport.start()
    await expect(transport.start()).rejects.toThrow(new Error('Transport already started'))
  })

  test('without sessions serves one request', async () => {
    const { send } = create()
    expect((await send(call)).status).toBe(200)
    await expect(send(call)).rejects.toThrow(
      new Error('Stateless transport cannot be reused across requests. Create a new transport per request.'),
    )
  })

  test('closes once, and refuses what comes later', async () => {
    const { transport, send, onclose } = create(sessions())
    expect(await (await send(initialize)).text()).toContain('"result":{}')
    await transport.close()
    await transport.close()
    expect(onclose).toHaveBeenCalledTimes(1)
    const refused = await send(call, named)
    expect([refused.status, await refused.json()]).toEqual([
      404,
      { jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null },
    ])
  })

  test('that closes ends the streams of its requests', async () => {
    const { transport, send } = create(sessions(), false)
    const response = await send(initialize)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    await transport.close()
    expect(await response.text()).toBe('')
  })
})

describe('the id of the session', () => {
  test('is named from the first answer on', async () => {
    const { transport, send } = create(sessions())
    expect(transport.sessionId).toBeUndefined()
    const headers = [await send(initialize), await send(call, named)].map((each) => each.headers.get('mcp-session-id'))
    expect([transport.sessionId, headers]).toEqual(['the-session', ['the-session', 'the-session']])
  })

  test('is not there without sessions', async () => {
    const { transport, send } = create()
    const response = await send(initialize)
    expect([response.headers.has('mcp-session-id'), transport.sessionId]).toEqual([false, undefined])
  })
})

describe('an answer', () => {
  test.each<[WebStandardStreamableHTTPServerTransportOptions, string, string]>([
    [{}, 'text/event-stream', 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'],
    [
      { enableJsonResponse: false },
      'text/event-stream',
      'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
    ],
    [{ enableJsonResponse: true }, 'application/json', '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ])('with %j has the type %s', async (options, type, text) => {
    const response = await create(options).send(call)
    expect([response.headers.get('content-type'), await response.text()]).toEqual([type, text])
  })

  test('that is given to no request is an error', async () => {
    const { transport, send } = create(sessions(), false)
    await send(initialize)
    await expect(transport.send({ jsonrpc: '2.0', id: 9, result: {} })).rejects.toThrow(
      new Error('No connection established for request ID: 9'),
    )
    await transport.close()
  })
})

describe('a body', () => {
  const of = (bytes: number) => JSON.stringify({ ...call, params: { x: '' } }).padEnd(bytes)

  test('has 4 MiB at most', async () => {
    expect((await create().send(of(4_194_304))).status).toBe(200)
    const refused = await create().send(of(4_194_305))
    expect([refused.status, ((await refused.json()) as { error: object }).error]).toEqual([
      413,
      { code: -32000, message: 'Payload Too Large: Request body must not exceed 4194304 bytes' },
    ])
  })

  test('has as many bytes as the program says', async () => {
    expect((await create({ maxRequestBodySize: 100 }).send(of(100))).status).toBe(200)
    expect((await create({ maxRequestBodySize: 100 }).send(of(101))).status).toBe(413)
    expect(() => new WebStandardStreamableHTTPServerTransport({ maxRequestBodySize: 0 })).toThrow(
      new RangeError('maxRequestBodySize must be a positive number of bytes, got 0'),
    )
  })
})

describe('a stream', () => {
  const open = async (more: WebStandardStreamableHTTPServerTransportOptions = {}) => {
    const created = create(sessions(more))
    await created.send(initialize)
    return created
  }

  test('of a request can be ended before its answer', async () => {
    const { transport, send } = await open()
    transport.onmessage = () => transport.closeSSEStream(1)
    const response = await send(call, named)
    expect(await response.text()).toBe('')
    await transport.close()
  })

  test('of the server takes what belongs to no request, and can be ended', async () => {
    const { transport, send } = await open()
    const response = await send(undefined, { ...named, accept: 'text/event-stream' }, 'GET')
    await transport.send({ jsonrpc: '2.0', method: 'b' })
    transport.closeStandaloneSSEStream()
    expect(await response.text()).toBe('event: message\ndata: {"jsonrpc":"2.0","method":"b"}\n\n')
    await transport.close()
  })

  test('of the server has one reader, and another is refused and told of', async () => {
    const { transport, send, errors } = await open()
    await send(undefined, { ...named, accept: 'text/event-stream' }, 'GET')
    const refused = await send(undefined, { ...named, accept: 'text/event-stream' }, 'GET')
    expect([refused.status, errors]).toEqual([409, ['Conflict: Only one SSE stream is allowed per session']])
    await transport.close()
  })

  test('of a request takes what belongs to it', async () => {
    const { transport, send } = await open()
    transport.onmessage = () => {
      void transport.send({ jsonrpc: '2.0', method: 'b' }, { relatedRequestId: 1 })
      void transport.send({ jsonrpc: '2.0', id: 1, result: {} })
    }
    expect(await (await send(call, named)).text()).toBe(
      'event: message\ndata: {"jsonrpc":"2.0","method":"b"}\n\nevent: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
    )
    await transport.close()
  })

  test.each<[string, WebStandardStreamableHTTPServerTransportOptions, number]>([
    ['15 seconds by default', {}, 15_000],
    ['as often as the program says', { keepAliveMs: 5 }, 5],
  ])('of the server that is silent has a comment every %s', async (_how, more, ms) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { transport, send } = await open(more)
    const response = await send(undefined, { ...named, accept: 'text/event-stream' }, 'GET')
    vi.advanceTimersByTime(ms - 1)
    await transport.send({ jsonrpc: '2.0', method: 'b' })
    vi.advanceTimersByTime(1)
    await transport.close()
    expect(await response.text()).toBe('event: message\ndata: {"jsonrpc":"2.0","method":"b"}\n\n: keepalive\n\n')
  })
})

describe('a modern call', () => {
  const serve = async (more: WebStandardStreamableHTTPServerTransportOptions, connect?: () => boolean) => {
    const created = create(more)
    const { transport, received } = created
    if (connect !== undefined) transport[onReopen](connect)
    const methods = () => received.map((message) => ('method' in message ? message.method : undefined))
    transport.onmessage = (message) => {
      received.push(message)
      if (!('id' in message && 'method' in message)) return
      const info = {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      }
      const result = message.method === 'initialize' ? info : { tools: [] }
      queueMicrotask(() => void transport.send({ jsonrpc: '2.0', id: message.id as number, result }))
    }
    const response = await created.send(modern, modernHeaders)
    const text = await response.text()
    return { ...created, methods, status: response.status, text }
  }

  test('is the end of a transport without sessions', async () => {
    const { status, text, methods, onclose } = await serve({})
    expect([status, methods()]).toEqual([200, ['initialize', 'notifications/initialized', 'tools/list']])
    expect(text).toContain('"tools":[]')
    await vi.waitFor(() => expect(onclose).toHaveBeenCalledTimes(1))
  })

  test('seems to be the only one of a transport with sessions, which closes and is opened again if it is used', async () => {
    const connect = vi.fn(() => true)
    const { send, onclose, status } = await serve(sessions(), connect)
    expect(status).toBe(200)
    await vi.waitFor(() => expect(onclose).toHaveBeenCalledTimes(1))
    expect(connect).not.toHaveBeenCalled()
    const again = await send(modern, modernHeaders)
    expect([again.status, await again.text()]).toEqual([200, expect.stringContaining('"tools":[]')])
    expect([connect.mock.calls.length, onclose.mock.calls.length]).toEqual([1, 1])
  })

  test('closes such a transport that cannot be opened again once another is used so', async () => {
    const first = await serve(sessions())
    expect(first.onclose).not.toHaveBeenCalled()
    const second = await serve(sessions())
    await vi.waitFor(() => expect(first.onclose).toHaveBeenCalledTimes(1))
    expect([second.onclose.mock.calls.length, (await first.send(modern, modernHeaders)).status]).toEqual([0, 404])
    await second.transport.close()
  })
})
