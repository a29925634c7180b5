import type { Attributes, Meter, Span } from '@opentelemetry/api'
import type { Operation } from 'omniport/protocol'
import { expect, test } from 'vitest'
import { operationOf, requestOf } from '../fixtures/operation-of.js'
import { Durations } from '../instrument/durations.js'
import { argumentAttributes, resultAttributes } from '../operations/content-attributes.js'
import { commonAttributes, errorAttributes, setIds, spanAttributes } from '../operations/operation-attributes.js'
import { errorOf } from '../operations/operation-error.js'
import { boundaries } from './names.js'

/** All attributes that a span of an operation may have. */
function attributesOf(given: Partial<Operation>, result: unknown = {}): Attributes {
  const operation = operationOf(given)
  const ids: Record<string, string> = {}
  const setAttribute = (name: string, value: string) => Object.assign(ids, { [name]: value })
  setIds({ setAttribute } as unknown as Span, operation)
  const outcome = { response: { jsonrpc: '2.0' as const, id: 1, result } }
  const error = errorOf(operation, outcome)
  return {
    ...spanAttributes(commonAttributes(operation), operation),
    ...{ ...ids, ...argumentAttributes(operation), ...resultAttributes(operation, outcome) },
    ...(error !== undefined && errorAttributes(error)),
  }
}

test('a call of a tool that fails has the attributes of the conventions', () => {
  const message = requestOf('tools/call', { name: 'add', arguments: { a: 1 } })
  const url = new URL('https://a.example/mcp')
  const connection = { key: {}, sessionId: 's', onEnd: () => {} }
  expect(
    attributesOf({ message, revision: '2025-11-25', transport: 'http', url, connection }, { isError: true }),
  ).toEqual({
    'error.type': 'tool_error',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.call.arguments': '{"a":1}',
    'gen_ai.tool.call.result': '{"isError":true}',
    'gen_ai.tool.name': 'add',
    'jsonrpc.request.id': '1',
    'mcp.method.name': 'tools/call',
    'mcp.protocol.version': '2025-11-25',
    'mcp.session.id': 's',
    'network.protocol.name': 'http',
    'network.transport': 'tcp',
    'server.address': 'a.example',
    'server.port': 443,
  })
})

test('a prompt and a resource have the attributes of the conventions', () => {
  expect(attributesOf({ message: requestOf('prompts/get', { name: 'greet' }) })).toMatchObject({
    'gen_ai.prompt.name': 'greet',
  })
  expect(attributesOf({ message: requestOf('resources/read', { uri: 'note://1' }) })).toMatchObject({
    'mcp.resource.uri': 'note://1',
  })
})

test('an error of the protocol has its code, and one that is none of the library no name', () => {
  const operation = operationOf({})
  const error = errorOf(operation, { response: { jsonrpc: '2.0', id: 1, error: { code: -5, message: 'No' } } })
  expect(errorAttributes(error ?? {})).toEqual({ 'error.type': '-5', 'rpc.response.status_code': '-5' })
  expect(errorOf(operation, { reason: 'x' })).toEqual({ type: '_OTHER' })
})

test('durations have the names and the boundaries of the conventions', () => {
  const made: unknown[] = []
  const createHistogram = (name: string, { advice }: { readonly advice?: object }) => {
    made.push([name, advice])
    return { record: () => {} }
  }
  new Durations({ createHistogram } as unknown as Meter).record(['sender', 'operation'], 0, {})
  const advice = { explicitBucketBoundaries: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300] }
  expect(made).toEqual([
    ['mcp.client.operation.duration', advice],
    ['mcp.client.session.duration', advice],
    ['mcp.server.operation.duration', advice],
    ['mcp.server.session.duration', advice],
  ])
  expect(Object.isFrozen(boundaries)).toBe(true)
})
