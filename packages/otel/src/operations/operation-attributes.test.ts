import type { Span } from '@opentelemetry/api'
import type { Operation } from 'omniport/protocol'
import { describe, expect, test } from 'vitest'
import { operationOf, requestOf } from '../fixtures/operation-of.js'
import {
  addNetwork,
  commonAttributes,
  errorAttributes,
  setIds,
  spanAttributes,
  spanNameOf,
} from './operation-attributes.js'

const long = (length: number) => 'x'.repeat(length)

describe('an operation is described', () => {
  test.each<[string, Partial<Operation>, object, string]>([
    [
      'by its tool',
      { message: requestOf('tools/call', { name: 'add' }), revision: '2025-11-25' },
      {
        ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'add' },
        ...{ 'mcp.method.name': 'tools/call', 'mcp.protocol.version': '2025-11-25' },
      },
      'tools/call add',
    ],
    [
      'by a tool that is none',
      { message: requestOf('tools/call', { name: 5 }) },
      { 'gen_ai.operation.name': 'execute_tool', 'mcp.method.name': 'tools/call' },
      'tools/call',
    ],
    [
      'by its prompt',
      { message: requestOf('prompts/get', { name: 'hello' }) },
      { 'gen_ai.prompt.name': 'hello', 'mcp.method.name': 'prompts/get' },
      'prompts/get hello',
    ],
    [
      'by its prompt that is none',
      { message: requestOf('prompts/get') },
      { 'mcp.method.name': 'prompts/get' },
      'prompts/get',
    ],
    ['by its method alone', { message: requestOf('x/y', { name: 'z' }) }, { 'mcp.method.name': 'x/y' }, 'x/y'],
  ])('%s', (_how, given, expected, name) => {
    const common = commonAttributes(operationOf(given))
    expect([common, spanNameOf(common)]).toEqual([expected, name])
  })

  test('by names of which the start is taken', () => {
    const common = commonAttributes(operationOf({ message: requestOf('tools/call', { name: long(257) }) }))
    expect(common['gen_ai.tool.name']).toBe(long(256))
    expect(commonAttributes(operationOf({ message: requestOf(long(257)) }))).toEqual({ 'mcp.method.name': long(256) })
  })

  const received = (method: string, params?: Record<string, unknown>): Partial<Operation> => ({
    role: 'receiver',
    message: { jsonrpc: '2.0', method, ...(params !== undefined && { params }) },
  })

  test.each<[string, Partial<Operation>, string]>([
    ['that is of the protocol by its method', received('notifications/progress'), 'notifications/progress'],
    ['that is made up as another', received('x/made-up'), '_OTHER'],
    ['that looks like one of the protocol as another', received('notifications/made-up'), '_OTHER'],
    ['with a request method as another, without its tool', received('tools/call', { name: 'x' }), '_OTHER'],
    ['with a request method as another, without its prompt', received('prompts/get', { name: 'x' }), '_OTHER'],
    ['that was sent by its method', { ...received('x/own'), role: 'sender' }, 'x/own'],
  ])('as a notification %s', (_how, given, name) => {
    const common = commonAttributes(operationOf(given))
    expect([common, spanNameOf(common)]).toEqual([{ 'mcp.method.name': name }, name])
  })

  test('with the attributes of its network behind', () => {
    const common = commonAttributes(operationOf({ transport: 'stdio', revision: '2025-11-25' }))
    expect(Object.keys(common)).toEqual(['mcp.method.name', 'mcp.protocol.version', 'network.transport'])
  })
})

describe('the network', () => {
  const http = { 'network.protocol.name': 'http', 'network.transport': 'tcp' }

  test.each<[string, Partial<Operation>, object]>([
    ['in memory', { transport: 'memory', url: new URL('http://a.test') }, {}],
    ['over pipes', { transport: 'stdio' }, { 'network.transport': 'pipe' }],
    ['over HTTP, of a server', { transport: 'http', role: 'receiver', url: new URL('http://a.test') }, http],
    ['over HTTP, to nobody known', { transport: 'http' }, http],
    [
      'over HTTP, to a port',
      { transport: 'http', url: new URL('http://a.test:8080/mcp') },
      { ...http, 'server.address': 'a.test', 'server.port': 8_080 },
    ],
    [
      'over HTTP, to the usual port',
      { transport: 'http', url: new URL('http://a.test/') },
      { ...http, 'server.address': 'a.test', 'server.port': 80 },
    ],
    [
      'over HTTPS, to the usual port',
      { transport: 'http', url: new URL('https://a.test/') },
      { ...http, 'server.address': 'a.test', 'server.port': 443 },
    ],
  ])('%s', (_how, given, expected) => {
    expect(addNetwork({}, operationOf(given))).toEqual(expected)
  })
})

describe('a span has the URI', () => {
  const uriOf = (method: string, uri: unknown) =>
    spanAttributes({ a: 1 }, operationOf({ message: requestOf(method, { uri }) }))

  test.each(['resources/read', 'resources/subscribe', 'resources/unsubscribe', 'notifications/resources/updated'])(
    'of %s',
    (method) => {
      expect(uriOf(method, 'a:b')).toEqual({ a: 1, 'mcp.resource.uri': 'a:b' })
    },
  )

  test('not of other methods, nor what is no text', () => {
    expect([uriOf('tools/call', 'a:b'), uriOf('resources/read', 5)]).toEqual([{ a: 1 }, { a: 1 }])
    expect(spanAttributes({ a: 1 }, operationOf({ message: requestOf('resources/read') }))).toEqual({ a: 1 })
  })

  test('of which the start is taken', () => {
    expect(uriOf('resources/read', long(2_049))).toEqual({ a: 1, 'mcp.resource.uri': long(2_048) })
  })
})

describe('the ids of a message', () => {
  function idsOf(given: Partial<Operation>) {
    const set: Record<string, unknown> = {}
    const span = {
      setAttribute: (name: string, value: unknown) => {
        set[name] = value
      },
    } as unknown as Span
    setIds(span, operationOf(given))
    return set
  }

  const connection = (sessionId?: string) => ({ key: {}, sessionId, onEnd: () => {} })

  test.each<[string, Partial<Operation>, object]>([
    [
      'are that of a request, and of its session',
      { connection: connection('s1') },
      { 'jsonrpc.request.id': '1', 'mcp.session.id': 's1' },
    ],
    ['are that of a request alone', { connection: connection() }, { 'jsonrpc.request.id': '1' }],
    ['are none of a notification', { message: { jsonrpc: '2.0', method: 'x' } }, {}],
    ['are cut', { message: { jsonrpc: '2.0', id: long(257), method: 'x' } }, { 'jsonrpc.request.id': long(256) }],
  ])('%s', (_what, given, expected) => {
    expect(idsOf(given)).toEqual(expected)
  })
})

test.each<[object, object]>([
  [{}, {}],
  [{ code: -32602 }, { 'rpc.response.status_code': '-32602' }],
  [{ type: 'timeout' }, { 'error.type': 'timeout' }],
  [
    { code: 5, type: '5' },
    { 'rpc.response.status_code': '5', 'error.type': '5' },
  ],
])('the error %j is %j', (error, expected) => {
  expect(errorAttributes(error)).toEqual(expected)
})
