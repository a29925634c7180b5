import { describe, expect, expectTypeOf, test } from 'vitest'
import type { SchemaTypes } from '../protocol/schemas/schema-of.js'
import { checkConversation, checkDefinition, checkMessage, protocolSchema } from './check-messages.js'

describe('checkMessage', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 5 } }

  test('names the place and the problem', async () => {
    expect(await checkMessage(call, { revision: '2025-11-25', from: 'client' })).toEqual([
      '/params/name: must be a string',
    ])
  })

  test('checks a result by the method that it answers', async () => {
    const message = { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'add' }] } }
    const problems = await checkMessage(message, { revision: '2025-06-18', from: 'server', method: 'tools/list' })
    expect(problems).toEqual(['/result/tools/0/inputSchema: is required'])
  })

  test.each([
    [undefined, 'message: must be an object'],
    [null, 'message: must be an object'],
    [5, 'message: must be an object'],
    ['x', 'message: must be an object'],
    [[], 'message: 2026-07-28 has no batches'],
    [JSON.parse('{"__proto__":{"method":"ping"}}'), 'message: must be a request, a notification or a response'],
  ])('says what is wrong with %j', async (message, problem) => {
    expect(await checkMessage(message, { revision: '2026-07-28', from: 'client' })).toEqual([problem])
  })

  test('rejects an unknown revision', async () => {
    const options = { revision: '2020-01-01', from: 'client' } as unknown as Parameters<typeof checkMessage>[1]
    await expect(checkMessage(call, options)).rejects.toThrow(
      new TypeError('revision must be one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28'),
    )
  })
})

test('checkConversation gives the index of the message', async () => {
  const revision = '2025-11-25'
  const problems = await checkConversation([
    { revision, from: 'client', message: { jsonrpc: '2.0', id: 1, method: 'ping' } },
    { revision, from: 'server', message: { jsonrpc: '2.0', id: '1', result: {} } },
    { revision, from: 'server', message: { jsonrpc: '2.0', id: 1, result: 'pong' } },
  ])
  expect(problems).toEqual([
    { index: 1, text: 'message: "1" answers no open request' },
    { index: 2, text: '/result: must be an object' },
  ])
})

describe('checkDefinition', () => {
  test('checks a part of a message by the name of its definition', async () => {
    const options = { revision: '2026-07-28', name: 'Tool' } as const
    expect(await checkDefinition({ name: 'add', inputSchema: { type: 'object' } }, options)).toEqual([])
    expect(await checkDefinition({ name: 'add', inputSchema: { type: 'array' } }, options)).toEqual([
      '/inputSchema/type: must be "object"',
    ])
  })

  test('rejects a name that the revision does not define', async () => {
    const checked = checkDefinition({}, { revision: '2024-11-05', name: 'Icon' as 'Tool' })
    await expect(checked).rejects.toThrow(new TypeError('2024-11-05 does not define Icon'))
  })
})

test('protocolSchema gives the official document', async () => {
  const schema = await protocolSchema('2025-11-25')
  expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema')
  expect(Object.keys(schema['$defs'] as object)).toContain('CallToolRequest')
})

test('SchemaTypes has the types of the definitions', () => {
  type Request = SchemaTypes['2026-07-28']['CallToolRequest']
  type Tool = SchemaTypes['2024-11-05']['Tool']
  expectTypeOf<Request['method']>().toEqualTypeOf<'tools/call'>()
  expectTypeOf<Request['params']['name']>().toEqualTypeOf<string>()
  expectTypeOf<Tool['description']>().toEqualTypeOf<string | undefined>()
})
