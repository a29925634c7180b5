import { describe, expect, test, vi } from 'vitest'
import { InMemoryEventStore } from '../examples/shared/inMemoryEventStore.js'
import {
  WebStandardStreamableHTTPServerTransport,
  type WebStandardStreamableHTTPServerTransportOptions,
} from '../server/webStandardStreamableHttp.js'
import type { JSONRPCMessage, MessageExtraInfo } from '../types.js'

const json = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const initialize = (protocolVersion = '2025-11-25') => ({
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } },
})
const call = { jsonrpc: '2.0', id: 1, method: 'a' }
const note = { jsonrpc: '2.0', method: 'b' }

/** A transport whose requests are answered at once, where that is wanted. */
function create(options: WebStandardStreamableHTTPServerTransportOptions = {}, answers = true) {
  const transport = new WebStandardStreamableHTTPServerTransport(options)
  const received: [JSONRPCMessage, MessageExtraInfo | undefined][] = []
  const errors: string[] = []
  transport.onerror = (error) => void errors.push(error.message)
  transport.onmessage = (message, extra) => {
    received.push([message, extra])
    if (answers && 'id' in message && 'method' in message) {
      void transport.send({ jsonrpc: '2.0', id: message.id as number, result: {} })
    }
  }
  const ask = async (init: RequestInit & { given?: object } = {}) => {
    const { given, ...rest } = init
    const response = await transport.handleRequest(new Request('http://localhost/mcp', rest), given)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const post = (body: unknown, headers: object = {}, given?: object) =>
    ask({
      ...{ method: 'POST', headers: { ...json, ...headers } },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(given && { given }),
    })
  return { transport, received, errors, ask, post }
}

const session = (more: WebStandardStreamableHTTPServerTransportOptions = {}) => ({
  sessionIdGenerator: () => 'the-session',
  ...more,
})
const named = { 'mcp-session-id': 'the-session' }

async function open(more: WebStandardStreamableHTTPServerTransportOptions = {}) {
  const created = create(session(more))
  await created.post(initialize())
  created.received.length = 0
  created.errors.length = 0
  return created
}

const refusal = (code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })

describe('a request by POST', () => {
  const notAcceptable = 'Not Acceptable: Client must accept both application/json and text/event-stream'
  const mediaType = 'Unsupported Media Type: Content-Type must be application/json'
  test.each<[string, unknown, object, number, number, string]>([
    ['accepts JSON alone', call, { accept: 'application/json' }, 406, -32000, notAcceptable],
    ['accepts streams alone', call, { accept: 'text/event-stream' }, 406, -32000, notAcceptable],
    ['accepts anything', call, { accept: '*/*' }, 406, -32000, notAcceptable],
    ['has another type', call, { 'content-type': 'text/plain' }, 415, -32000, mediaType],
    ['has no JSON', '{', {}, 400, -32700, 'Parse error: Invalid JSON'],
    ['has no message', { no: 1 }, {}, 400, -32700, 'Parse error: Invalid JSON-RPC message'],
    ['has a list with no message', [note, 5], {}, 400, -32700, 'Parse error: Invalid JSON-RPC message'],
    [
      'has too many messages',
      Array.from({ length: 101 }, () => note),
      {},
      400,
      -32600,
      'Invalid Request: Batch must not exceed 100 messages',
    ],
    [
      'names an unknown revision',
      call,
      { 'mcp-protocol-version': '1999-01-01' },
      400,
      -32000,
      'Bad Request: Unsupported protocol version: 1999-01-01 (supported versions: 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, 2024-10-07)',
    ],
  ])('that %s is refused', async (_, body, headers, status, code, message) => {
    const { post, errors, received } = create()
    const response = await post(body, headers)
    expect([response.status, response.text]).toEqual([status, refusal(code, message)])
    expect([errors, received]).toEqual([[message], []])
  })

  test('is answered on a stream', async () => {
    const { post, received } = create()
    const { status, headers, text } = await post(call, { 'content-type': 'Application/JSON; charset=utf-8' })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(text).toBe('event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n')
    expect(received.map(([message]) => message)).toEqual([call])
  })

  test('without requests is accepted', async () => {
    const { post, received } = create()
    const { status, text } = await post(Array.from({ length: 100 }, () => note))
    expect([status, text, received.length]).toEqual([202, '', 100])
  })

  test('tells handlers of itself', async () => {
    const { post, received } = create()
    const authInfo = { token: 't', clientId: 'c', scopes: [] }
    await post(call, { 'x-own': '1' }, { authInfo })
    const [, extra] = received[0] ?? []
    expect(extra?.authInfo).toBe(authInfo)
    expect(extra?.requestInfo?.headers['x-own']).toBe('1')
    expect(extra?.requestInfo?.url?.href).toBe('http://localhost/mcp')
    expect(Object.keys(extra ?? {})).toEqual(['authInfo', 'requestInfo'])
  })

  test('may be parsed already', async () => {
    const { post, received } = create()
    await post('nothing', {}, { parsedBody: call })
    expect(received.map(([message]) => message)).toEqual([call])
  })

  const nested = (depth: number) => {
    let value: unknown = 1
    for (let level = 0; level < depth; level += 1) value = [value]
    return { ...note, params: { value } }
  }

  test('may nest so deep', async () => {
    expect((await create().post(nested(62))).status).toBe(202)
    const deep = await create().post(nested(63))
    expect([deep.status, deep.text]).toEqual([
      400,
      refusal(-32600, 'Invalid Request: it nests deeper than 64 levels (limits.jsonDepth)'),
    ])
    expect((await create().post('', {}, { parsedBody: nested(62) })).status).toBe(202)
    const parsed = await create().post('', {}, { parsedBody: nested(63) })
    expect([parsed.status, parsed.text]).toEqual([
      400,
      refusal(-32600, 'Invalid Request: it nests deeper than 64 levels'),
    ])
  })

  test('may have so many bytes', async () => {
    const body = JSON.stringify(note)
    const maxRequestBodySize = body.length
    expect((await create({ maxRequestBodySize }).post(body)).status).toBe(202)
    const large = await create({ maxRequestBodySize }).post(`${body} `)
    expect([large.status, large.text]).toEqual([
      413,
      refusal(-32000, `Payload Too Large: Request body must not exceed ${maxRequestBodySize} bytes`),
    ])
    expect(() => create({ maxRequestBodySize: 0 })).toThrow(RangeError)
  })

  test('that a handler fails at is an error with its text', async () => {
    const { transport, post, errors } = create()
    transport.onmessage = () => {
      throw new TypeError('oops')
    }
    const { status, text } = await post(note)
    const error = { code: -32700, message: 'Parse error', data: 'TypeError: oops' }
    expect([status, JSON.parse(text), errors]).toEqual([400, { jsonrpc: '2.0', error, id: null }, ['oops']])
  })
})

describe('a request by another method', () => {
  test.each(['PUT', 'PATCH', 'OPTIONS'])('%s is refused', async (method) => {
    const { ask, errors } = create()
    const { status, headers, text } = await ask({ method })
    expect([status, headers.get('allow'), text]).toEqual([
      ...[405, 'GET, POST, DELETE', refusal(-32000, 'Method not allowed.')],
    ])
    expect(errors).toEqual(['Method not allowed.'])
  })
})

describe('a host', () => {
  test('that is not allowed is refused', async () => {
    const options = { enableDnsRebindingProtection: true, allowedHosts: ['a.example'] }
    const { post } = create(options)
    const { status, text } = await post(call)
    expect([status, text]).toEqual([403, refusal(-32000, 'Invalid Host header: localhost')])
  })

  test('that is allowed may have origins that are not', async () => {
    const options = { enableDnsRebindingProtection: true, allowedOrigins: ['http://a.example'] }
    const { status, text } = await create(options).post(call, { origin: 'http://b.example' })
    expect([status, text]).toEqual([403, refusal(-32000, 'Invalid Origin header: http://b.example')])
  })
})

describe('a session', () => {
  test('begins with its client', async () => {
    const onsessioninitialized = vi.fn()
    const { transport, post } = create(session({ onsessioninitialized }))
    const { status, headers } = await post(initialize())
    expect([status, headers.get('mcp-session-id'), transport.sessionId]).toEqual([200, 'the-session', 'the-session'])
    expect(onsessioninitialized.mock.calls).toEqual([['the-session']])
  })

  test('begins once, and alone', async () => {
    const { post } = await open()
    const again = await post(initialize(), named)
    expect([again.status, again.text]).toEqual([400, refusal(-32600, 'Invalid Request: Server already initialized')])
    const several = await create(session()).post([initialize(), note])
    expect([several.status, several.text]).toEqual([
      400,
      refusal(-32600, 'Invalid Request: Only one initialization request is allowed'),
    ])
  })

  test('need not be there', async () => {
    const onsessioninitialized = vi.fn()
    const { transport, post } = create({ onsessioninitialized })
    const { status, headers } = await post(initialize())
    expect([status, headers.get('mcp-session-id'), transport.sessionId]).toEqual([200, null, undefined])
    expect(onsessioninitialized).not.toHaveBeenCalled()
  })

  test.each<[string, object, number, number, string]>([
    ['no name', {}, 400, -32000, 'Bad Request: Mcp-Session-Id header is required'],
    ['another name', { 'mcp-session-id': 'other' }, 404, -32001, 'Session not found'],
  ])('is refused with %s', async (_, headers, status, code, message) => {
    const { post, ask, errors } = await open()
    for (const { status: given, text } of [
      await post(call, headers),
      await ask({ headers: { accept: 'text/event-stream', ...headers } }),
      await ask({ method: 'DELETE', headers: { ...headers } }),
    ]) {
      expect([given, text]).toEqual([status, refusal(code, message)])
    }
    expect(errors).toEqual([message, message, message])
  })

  test('is refused before it has begun', async () => {
    const { status, text } = await create(session()).post(call, named)
    expect([status, text]).toEqual([400, refusal(-32000, 'Bad Request: Server not initialized')])
  })

  test('ends with a DELETE', async () => {
    const onsessionclosed = vi.fn()
    const { transport, post, ask } = await open({ onsessionclosed })
    const closed = vi.fn()
    transport.onclose = closed
    expect((await ask({ method: 'DELETE', headers: named })).status).toBe(200)
    expect([onsessionclosed.mock.calls, closed.mock.calls.length]).toEqual([[['the-session']], 1])
    const { status, text } = await post(call, named)
    expect([status, text]).toEqual([404, refusal(-32001, 'Session not found')])
  })

  test('that the program closes as it begins is not found', async () => {
    const { transport, post } = create(session({ onsessioninitialized: () => transport.close() }))
    const { status, text } = await post(initialize())
    expect([status, text]).toEqual([404, refusal(-32001, 'Session not found')])
  })
})

describe('a stream by GET', () => {
  test('must be accepted', async () => {
    const { status, text } = await (await open()).ask({ headers: { accept: 'application/json', ...named } })
    expect([status, text]).toEqual([406, refusal(-32000, 'Not Acceptable: Client must accept text/event-stream')])
  })

  test('gives what belongs to no request', async () => {
    const { transport } = await open()
    const headers = { accept: 'text/event-stream', 'last-event-id': 'e0', ...named }
    const response = await transport.handleRequest(new Request('http://localhost/mcp', { headers }))
    await transport.send(note as JSONRPCMessage)
    await transport.close()
    expect(await response.text()).toBe('event: message\ndata: {"jsonrpc":"2.0","method":"b"}\n\n')
  })

  test('goes on after an event where there is a store', async () => {
    const eventStore = new InMemoryEventStore()
    const { transport } = await open({ eventStore })
    const [first] = [await eventStore.storeEvent('_GET_stream', note as JSONRPCMessage)]
    await eventStore.storeEvent('_GET_stream', { ...note, method: 'missed' } as JSONRPCMessage)
    const headers = { accept: 'text/event-stream', 'last-event-id': first, ...named }
    const response = await transport.handleRequest(new Request('http://localhost/mcp', { headers }))
    await transport.close()
    expect(await response.text()).toContain('"method":"missed"')
  })
})

describe('a stream that its handler can close', () => {
  async function extrasOf(
    options: WebStandardStreamableHTTPServerTransportOptions,
    version?: string,
    message: object = call,
  ) {
    const { post, received } = await open(options)
    await post(message, { ...named, ...(version && { 'mcp-protocol-version': version }) })
    return Object.keys(received[0]?.[1] ?? {}).slice(2)
  }
  const eventStore = new InMemoryEventStore()
  const both = ['closeSSEStream', 'closeStandaloneSSEStream']

  test.each<[string, WebStandardStreamableHTTPServerTransportOptions, string | undefined, object, string[]]>([
    ['with a store, of the newest revision', { eventStore }, '2025-11-25', call, both],
    ['with a store, of an earlier one', { eventStore }, '2025-06-18', call, []],
    ['with a store, of no revision', { eventStore }, undefined, call, []],
    ['without a store', {}, '2025-11-25', call, []],
    ['with JSON', { eventStore, enableJsonResponse: true }, '2025-11-25', call, []],
    ['of a notification', { eventStore }, '2025-11-25', note, []],
  ])('is one %s', async (_, options, version, message, expected) => {
    expect(await extrasOf(options, version, message)).toEqual(expected)
  })

  test('is closed', async () => {
    const { transport } = await open({ eventStore })
    transport.onmessage = (_, extra) => {
      extra?.closeSSEStream?.()
      extra?.closeStandaloneSSEStream?.()
    }
    const headers = { accept: 'text/event-stream', ...named }
    const standalone = await transport.handleRequest(new Request('http://localhost/mcp', { headers }))
    const init = { method: 'POST', headers: { ...json, ...named, 'mcp-protocol-version': '2025-11-25' } }
    const response = await transport.handleRequest(
      new Request('http://localhost/mcp', { ...init, body: JSON.stringify(call) }),
    )
    expect([await response.text(), await standalone.text()]).toEqual([
      expect.stringMatching(/^id: \S+\ndata: \n\n$/),
      '',
    ])
  })

  test('begins with an id where the client says the revision as it begins', async () => {
    const texts = await Promise.all(
      ['2025-11-25', '2025-06-18'].map(async (version) => {
        const { text } = await create(session({ eventStore: new InMemoryEventStore() })).post(initialize(version))
        return text.startsWith('id: ')
      }),
    )
    expect(texts).toEqual([true, false])
  })
})
