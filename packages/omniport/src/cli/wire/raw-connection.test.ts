import { describe, expect, test } from 'vitest'
import { connectTo } from '../check/fixtures/scripted-wire.js'
import { HttpWire } from './http-wire.js'
import { probeMethod, RawConnection, toRecord } from './raw-connection.js'

const [legacy, modern] = ['2025-11-25', '2026-07-28'] as const
const _meta = {
  'io.modelcontextprotocol/protocolVersion': modern,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'omniport-check', version: '1' },
}

describe('the first request', () => {
  test('of a legacy revision is initialize, and is confirmed where the server agrees', async () => {
    const { connection, sent } = connectTo(
      () => ({ result: { protocolVersion: legacy, capabilities: { tools: {} } } }),
      legacy,
    )
    expect([await connection.open(), connection.capabilities]).toEqual([true, { tools: {} }])
    expect(sent.map(({ message, options }) => [message, options])).toEqual([
      [
        {
          ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
          params: { protocolVersion: legacy, capabilities: {}, clientInfo: { name: 'omniport-check', version: '1' } },
        },
        { awaits: 1, headers: { 'mcp-protocol-version': undefined } },
      ],
      [
        { jsonrpc: '2.0', method: 'notifications/initialized', params: {} },
        { headers: { 'mcp-protocol-version': legacy } },
      ],
    ])
  })

  test('is not confirmed where the server agrees to another revision', async () => {
    const { connection, sent } = connectTo(() => ({ result: { protocolVersion: '2024-11-05' } }), legacy)
    expect([await connection.open(), sent.length]).toEqual([false, 1])
  })

  test.each([
    [[modern], true],
    [[legacy], false],
    [modern, false],
    [undefined, false],
  ])('of the modern revision is server/discover, and %j is agreed to: %s', async (supportedVersions, expected) => {
    const { connection, sent } = connectTo(() => ({ result: { supportedVersions } }), modern)
    expect([await connection.open(), sent.map(({ method, params }) => [method, params])]).toEqual([
      expected,
      [['server/discover', { _meta }]],
    ])
  })

  test('takes the session of the reply over HTTP', async () => {
    const wire = new HttpWire({
      ...{ url: 'http://127.0.0.1/', headers: {}, timeoutMs: 1_000, signal: new AbortController().signal },
      fetch: async () => new Response('{"jsonrpc":"2.0","id":1,"result":{}}', { headers: { 'mcp-session-id': 's' } }),
    })
    await new RawConnection(wire, legacy).open()
    expect(wire.session).toBe('s')
  })
})

describe('headers', () => {
  const headersOf = async (
    revision: Parameters<typeof connectTo>[1],
    message: unknown,
    own?: Record<string, string>,
  ) => {
    const { connection, sent } = connectTo(() => ({}), revision, 'http')
    await connection.send(message, { awaits: 7, ...(own && { headers: own }) })
    return [sent[0]?.options.awaits, sent[0]?.options.headers]
  }

  test.each([
    ['2025-03-26', { method: 'a' }, {}],
    ['2025-06-18', { method: 'a' }, { 'mcp-protocol-version': '2025-06-18' }],
    [
      modern,
      { method: 'tools/call', params: { name: 'x' } },
      { 'mcp-protocol-version': modern, 'mcp-method': 'tools/call', 'mcp-name': 'x' },
    ],
    [modern, { method: 'a' }, { 'mcp-protocol-version': modern, 'mcp-method': 'a' }],
    [modern, 'no message', { 'mcp-protocol-version': modern }],
    [modern, [{ method: 'a' }], { 'mcp-protocol-version': modern }],
  ] as const)('of %s repeat %j', async (revision, message, headers) => {
    expect(await headersOf(revision, message)).toEqual([7, headers])
  })

  test('that are given come last', async () => {
    expect(await headersOf(legacy, { method: 'a' }, { 'mcp-protocol-version': 'x', origin: 'y' })).toEqual([
      7,
      { 'mcp-protocol-version': 'x', origin: 'y' },
    ])
  })
})

test('requests count their ids, and have the fields that the revision wants', async () => {
  const { connection, sent } = connectTo(() => ({}), modern)
  await connection.request('a')
  await connection.request('b', { _meta: 7, x: 1 })
  await connection.notify('c', { y: 2 })
  await connection.requestAs('own', 'd')
  expect(sent.map(({ message }) => message)).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'a', params: { _meta } },
    { jsonrpc: '2.0', id: 2, method: 'b', params: { _meta: 7, x: 1 } },
    { jsonrpc: '2.0', method: 'c', params: { _meta, y: 2 } },
    { jsonrpc: '2.0', id: 'own', method: 'd', params: { _meta } },
  ])
  expect([connection.nextId(), sent.map(({ options }) => options.awaits)]).toEqual([3, [1, 2, undefined, 'own']])
})

test('_meta has what is added to it', () => {
  const legacyOne = connectTo(() => ({}), legacy).connection
  const modernOne = connectTo(() => ({}), modern).connection
  expect(legacyOne.withMeta({ a: 1 })).toEqual({ _meta: { a: 1 } })
  expect(modernOne.withMeta({ a: 1 })).toEqual({ _meta: { ..._meta, a: 1 } })
  expect(modernOne.withTasks()._meta['io.modelcontextprotocol/clientCapabilities']).toEqual({
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  })
})

test.each([
  [{ result: {} }, true],
  [{ error: -32601 }, false],
  [{}, false],
])('a server that says %j is alive: %s', async (response, expected) => {
  const { connection } = connectTo(() => response, legacy)
  expect([await connection.isAlive(), probeMethod(connection)]).toEqual([expected, 'ping'])
})

test('messages are recorded with the revision', () => {
  const { wire } = connectTo(() => ({}), '2025-03-26')
  expect(wire.log.revision).toBe('2025-03-26')
})

test.each([
  [{ a: 1 }, { a: 1 }],
  [null, {}],
  ['x', {}],
  [undefined, {}],
])('the members of %j', (value, members) => {
  expect(toRecord(value)).toEqual(members)
})
