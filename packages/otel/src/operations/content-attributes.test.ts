import { expect, test } from 'vitest'
import { operationOf, requestOf } from '../fixtures/operation-of.js'
import { argumentAttributes, resultAttributes } from './content-attributes.js'

const argumentsOf = (method: string, params?: Record<string, unknown>) =>
  argumentAttributes(operationOf({ message: requestOf(method, params) }))

const circular: Record<string, unknown> = {}
circular['self'] = circular

test.each<[string, string, Record<string, unknown> | undefined, object]>([
  [
    'of a tool as JSON',
    'tools/call',
    { name: 'add', arguments: { a: 1 } },
    { 'gen_ai.tool.call.arguments': '{"a":1}' },
  ],
  ['of a tool without any', 'tools/call', { name: 'add' }, {}],
  ['of nothing', 'tools/call', undefined, {}],
  ['of a tool that JSON cannot carry', 'tools/call', { arguments: circular }, { 'gen_ai.tool.call.arguments': '' }],
  ['of a tool that are no value of JSON', 'tools/call', { arguments: () => {} }, { 'gen_ai.tool.call.arguments': '' }],
  [
    'of a prompt, each by itself',
    'prompts/get',
    { arguments: { who: 'me', age: 7 } },
    { 'gen_ai.prompt.variable.who': 'me', 'gen_ai.prompt.variable.age': '7' },
  ],
  ['of a prompt that are no object', 'prompts/get', { arguments: 'x' }, {}],
  ['of a prompt that are null', 'prompts/get', { arguments: null }, {}],
  ['of another method', 'completion/complete', { arguments: { a: 1 } }, {}],
])('arguments %s', (_what, method, params, expected) => {
  expect(argumentsOf(method, params)).toEqual(expected)
})

test('a long text is cut', () => {
  const long = 'x'.repeat(16_385)
  const [text] = Object.values(argumentsOf('tools/call', { arguments: long }))
  expect(text).toBe(`"${'x'.repeat(16_383)}`)
  expect(argumentsOf('prompts/get', { arguments: { a: long } })).toEqual({
    'gen_ai.prompt.variable.a': 'x'.repeat(16_384),
  })
})

test('64 arguments of a prompt are recorded', () => {
  const given = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`a${at}`, 'x']))
  const names = Object.keys(argumentsOf('prompts/get', { arguments: given }))
  expect([names.length, names.at(-1)]).toEqual([64, 'gen_ai.prompt.variable.a63'])
})

const response = (result: unknown) => ({ response: { jsonrpc: '2.0', id: 1, result } }) as const

test.each<[string, string, object, object]>([
  ['of a tool', 'tools/call', response({ content: [] }), { 'gen_ai.tool.call.result': '{"content":[]}' }],
  [
    'of a tool as bytes',
    'tools/call',
    response({ bytes: Buffer.from('{"a":1}'), value: { a: 1 } }),
    { 'gen_ai.tool.call.result': '{"a":1}' },
  ],
  ['of another method', 'prompts/get', response({ messages: [] }), {}],
  ['that is an error', 'tools/call', { response: { error: { code: 1, message: 'x' } } }, {}],
  ['that did not come', 'tools/call', { reason: new Error('closed') }, {}],
])('a result %s', (_what, method, outcome, expected) => {
  expect(resultAttributes(operationOf({ message: requestOf(method) }), outcome)).toEqual(expected)
})
