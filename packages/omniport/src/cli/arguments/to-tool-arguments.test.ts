import { expect, test } from 'vitest'
import { toToolArguments } from './to-tool-arguments.js'

const inputSchema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    number: { type: 'number' },
    integer: { type: 'integer' },
    flag: { type: 'boolean' },
    list: { type: 'array', items: { type: 'number' } },
    names: { type: 'array', items: { type: 'string' } },
    object: { type: 'object' },
    nullable: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    either: { type: ['string', 'number'] },
    branch: { oneOf: [{ type: 'number' }, { type: 'string' }] },
    open: { anyOf: [{ type: 'number' }, {}] },
    size: { enum: [1, 2, null] },
    one: { const: 7 },
    referred: { $ref: '#/$defs/count' },
    lost: { $ref: '#/$defs/nothing' },
    loop: { $ref: '#/properties/loop' },
    anything: {},
  },
  $defs: { count: { type: 'integer' } },
}

test.each([
  ['a string stays text', 'text', '1', '1'],
  ['a number', 'number', '-1.5e3', -1500],
  ['an integer', 'integer', '42', 42],
  ['what is no number stays text, for the server to refuse', 'number', 'many', 'many'],
  ['an empty text is no number', 'number', '', ''],
  ['a boolean', 'flag', 'true', true],
  ['another word is no boolean', 'flag', 'yes', 'yes'],
  ['a list as JSON', 'list', '[1,2]', [1, 2]],
  ['a single item is a list', 'list', '1', [1]],
  ['the items of a list have their own type', 'names', '1', ['1']],
  ['an object', 'object', '{"a":1}', { a: 1 }],
  ['null where that is allowed', 'nullable', 'null', null],
  ['a branch', 'nullable', '3', 3],
  ['text where a string is also allowed', 'either', '1', '1'],
  ['text where a branch is a string', 'branch', '1', '1'],
  ['text where a branch allows anything', 'open', '1', '1'],
  ['one of several constants', 'size', '2', 2],
  ['a constant', 'one', '7', 7],
  ['through a reference', 'referred', '5', 5],
  ['text where a reference leads nowhere', 'lost', '5', '5'],
  ['text where a reference leads to itself', 'loop', '5', '5'],
  ['text where the schema says nothing', 'anything', '5', '5'],
  ['text where there is no schema', 'unknown', '5', '5'],
  ['text for a name that every object has', 'constructor', '5', '5'],
])('%s', (_name, name, text, expected) => {
  expect(toToolArguments([{ name, value: { text } }], inputSchema)).toEqual({ [name]: expected })
})

test('JSON is as it is, whatever the schema says', () => {
  expect(toToolArguments([{ name: 'text', value: { json: 1 } }], inputSchema)).toEqual({ text: 1 })
})

test('without a schema all text is text', () => {
  expect(toToolArguments([{ name: 'a', value: { text: '1' } }], undefined)).toEqual({ a: '1' })
})

test('a name given more than once is a list', () => {
  const given = ['1', '2', '[3,4]'].map((text) => ({ name: 'list', value: { text } }))
  expect(toToolArguments(given, inputSchema)).toEqual({ list: [1, 2, 3, 4] })
})

test('a name given more than once that is no list is an error', () => {
  const given = ['1', '2'].map((text) => ({ name: 'number', value: { text } }))
  expect(() => toToolArguments(given, inputSchema)).toThrow('number is given more than once but is not an array')
})

test('__proto__ is a name', () => {
  const given = [{ name: '__proto__', value: { text: 'x' } }]
  expect(Object.entries(toToolArguments(given, inputSchema))).toEqual([['__proto__', 'x']])
})
