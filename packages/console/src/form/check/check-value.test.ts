import { describe, expect, test } from 'vitest'
import { checkValue } from './check-value.js'

/** What is wrong, as `path: text`. */
const wrong = (value: unknown, schema: unknown) =>
  checkValue(value, schema).map(({ path, text }) => (path.length === 0 ? text : `${path.join('.')}: ${text}`))

describe('a type', () => {
  test.each<[string, unknown, unknown, string]>([
    ['string', 'a', 1, 'Must be text'],
    ['number', 1.5, 'a', 'Must be a number'],
    ['integer', 1, 1.5, 'Must be an integer'],
    ['boolean', false, 0, 'Must be true or false'],
    ['array', [], {}, 'Must be an array'],
    ['object', {}, [], 'Must be an object'],
    ['null', null, 0, 'Must be null'],
  ])('%s', (type, value, other, text) => {
    expect(wrong(value, { type })).toEqual([])
    expect(wrong(other, { type })).toEqual([text])
  })

  test('that does not exist is left to the server', () => {
    expect(wrong(1, { type: 'date' })).toEqual([])
    expect(wrong(1, { type: 'toString' })).toEqual([])
  })

  test('that is meant, but not said, is not asked for', () => {
    expect(wrong('a', { properties: {} })).toEqual([])
    expect(wrong('a', { items: {} })).toEqual([])
  })

  test('of a wrong value says nothing about its parts', () => {
    expect(wrong('abc', { type: 'number', maxLength: 1, enum: ['x'] })).toEqual(['Must be a number'])
  })

  test('that is nullable takes null, whatever else is said', () => {
    expect(wrong(null, { type: ['string', 'null'], minLength: 1 })).toEqual([])
    expect(wrong(null, { type: 'string', nullable: true, enum: ['a'] })).toEqual([])
    expect(wrong(null, { type: 'string' })).toEqual(['Must be text'])
  })

  test('of what a schema refers to counts', () => {
    const schema = { $defs: { a: { type: 'number' } }, properties: { x: { $ref: '#/$defs/a' } } }
    expect(wrong({ x: 'a' }, schema)).toEqual(['x: Must be a number'])
    expect(wrong({ x: 'a' }, { properties: { x: { $ref: '#/$defs/gone' } } })).toEqual([])
  })
})

describe('a choice', () => {
  test.each<[string, unknown, unknown]>([
    ['a text', 'a', 'a'],
    ['a list', [1, { a: 2 }], [1, { a: 2 }]],
    ['an object in another order', { a: 1, b: [2] }, { b: [2], a: 1 }],
    ['null', null, null],
  ])('takes %s that is one of them', (_name, value, choice) => {
    expect(wrong({ value }, { properties: { value: { const: choice } } })).toEqual([])
    expect(wrong({ value }, { properties: { value: { enum: ['other', choice] } } })).toEqual([])
  })

  test.each<[string, unknown, unknown]>([
    ['another text', 'a', 'b'],
    ['a number for a text', 1, '1'],
    ['a longer list', [1, 2], [1]],
    ['a shorter list', [1], [1, 2]],
    ['a list with another item', [1, 2], [1, 3]],
    ['a list for an object', [1], { 0: 1 }],
    ['an object for a list', { 0: 1 }, [1]],
    ['an object with more', { a: 1, b: 2 }, { a: 1 }],
    ['an object with less', { a: 1 }, { a: 1, b: 2 }],
    ['an object with another member', { a: 1 }, { b: 1 }],
    ['an object whose member differs', { a: 1 }, { a: 2 }],
    ['an object with an inherited name', { a: 1, toString: 1 }, { a: 1, b: 1 }],
    ['an object for a number', {}, 1],
  ])('refuses %s', (_name, value, choice) => {
    expect(wrong(value, { const: choice })).toEqual([`Must be ${JSON.stringify(choice)}`])
  })

  test('names six of its values', () => {
    expect(wrong(0, { enum: [1, 2, 3, 4, 5, '6'] })).toEqual(['Must be 1, 2, 3, 4, 5, "6"'])
    expect(wrong(0, { enum: [1, 2, 3, 4, 5, 6, 7] })).toEqual(['Must be 1, 2, 3, 4, 5, 6, …'])
  })

  test('that is no list is none', () => {
    expect(wrong(0, { enum: 'abc' })).toEqual([])
  })
})

describe('a list', () => {
  test.each<[readonly unknown[], object, readonly string[]]>([
    [[1], { minItems: 1, maxItems: 1 }, []],
    [[], { minItems: 1 }, ['Needs at least 1 item']],
    [[1], { minItems: 2 }, ['Needs at least 2 items']],
    [[1, 2], { maxItems: 1 }, ['Has more than 1 item']],
    [[1, 2, 3], { maxItems: 2 }, ['Has more than 2 items']],
    [[], { minItems: '1', maxItems: '0' }, []],
    [[1, '1', [1], { a: 1 }], { uniqueItems: true }, []],
    [[{ a: 1 }, { a: 1 }], { uniqueItems: true }, ['Has an item twice']],
    [[1, 1], { uniqueItems: 'true' }, []],
    [[1, 1], {}, []],
    [[1, 'a', 2], { items: { type: 'number' } }, ['1: Must be a number']],
    [
      ['a', 2, 'b'],
      { prefixItems: [{ type: 'number' }], items: { type: 'string' } },
      ['0: Must be a number', '1: Must be text'],
    ],
    [
      ['a', 2],
      { items: [{ type: 'number' }], additionalItems: { type: 'string' } },
      ['0: Must be a number', '1: Must be text'],
    ],
    [['a', 2], { items: [{ type: 'number' }] }, ['0: Must be a number']],
    [[1, 2], { prefixItems: [{}], items: false }, ['1: Nothing is allowed here']],
  ])('%j of %j: %j', (value, schema, found) => {
    expect(wrong(value, schema)).toEqual(found)
  })

  test('of more than 1,000 items is not compared with itself', () => {
    const twice = (length: number) => Array.from({ length }, () => 1)
    expect(wrong(twice(1_000), { uniqueItems: true })).toEqual(['Has an item twice'])
    expect(wrong(twice(1_001), { uniqueItems: true })).toEqual([])
  })
})

describe('an object', () => {
  test('says what is missing, and that it is', () => {
    expect(checkValue({ a: undefined }, { required: ['a', 'b', 5, 'toString'] })).toEqual([
      { path: ['b'], text: 'Required', isMissing: true },
      { path: ['toString'], text: 'Required', isMissing: true },
    ])
  })

  test('marks what is no mistake of a missing member otherwise', () => {
    expect(checkValue({ a: 1 }, { properties: { a: { type: 'string' } } })).toEqual([
      { path: ['a'], text: 'Must be text' },
    ])
  })

  test.each<[string, object, readonly string[]]>([
    ['members by their schemas', { properties: { a: { type: 'string' } } }, ['a: Must be text']],
    ['no others', { properties: { a: {} }, additionalProperties: false }, ['b: The schema has no such member']],
    ['others of a type', { properties: { a: {} }, additionalProperties: { type: 'string' } }, ['b: Must be text']],
    ['any others', { properties: { a: {} }, additionalProperties: true }, []],
    ['patterns instead of a list', { additionalProperties: false, patternProperties: {} }, []],
    ['patterns instead of a type', { additionalProperties: { type: 'string' }, patternProperties: {} }, []],
  ])('has %s', (_name, schema, found) => {
    expect(wrong({ a: 1, b: 2 }, schema)).toEqual(found)
  })

  test('says where inside it is wrong', () => {
    const schema = { properties: { a: { items: { properties: { b: { minLength: 1, pattern: 'x' } } } } } }
    expect(wrong({ a: [{}, { b: '' }] }, schema)).toEqual(['a.1.b: Needs at least 1 character', 'a.1.b: Must match x'])
  })
})

test('a number is compared with its bounds', () => {
  expect(wrong(5, { minimum: 6, multipleOf: 2 })).toEqual(['Must be at least 6', 'Must be a multiple of 2'])
})

test('nothing is allowed where the schema says so', () => {
  expect(wrong(1, false)).toEqual(['Nothing is allowed here'])
  expect(wrong(1, true)).toEqual([])
  expect(wrong(1, 'no schema')).toEqual([])
})

describe('alternatives', () => {
  const branch = (kind: string, more: object = {}) => ({
    type: 'object',
    properties: { kind: { const: kind }, ...more },
    required: ['kind'],
  })

  test('fit where one does', () => {
    expect(wrong(1, { anyOf: [{ type: 'string' }, { type: 'number' }] })).toEqual([])
    expect(wrong('a', { oneOf: [{ type: 'string' }, { type: 'number' }] })).toEqual([])
  })

  test('say in short that none fits the value itself', () => {
    expect(wrong(true, { anyOf: [{ type: 'string' }, { type: 'number' }] })).toEqual(['Fits none of the alternatives'])
    const schema = { properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } } }
    expect(wrong({ a: true }, schema)).toEqual(['a: Fits none of the alternatives'])
  })

  test('say what is wrong inside of the one that fits best', () => {
    const schema = {
      anyOf: [
        branch('a', { x: { type: 'number' } }),
        branch('b', { x: { type: 'number' }, y: { type: 'number' } }),
        { type: 'string' },
      ],
    }
    expect(wrong({ kind: 'b', x: 'x', y: 1 }, schema)).toEqual(['x: Must be a number'])
    expect(wrong({ kind: 'a', x: 'x', y: 'y' }, schema)).toEqual(['x: Must be a number'])
  })

  test('say it of the one that is an object, though another stands before', () => {
    const schema = { anyOf: [{ type: 'string' }, branch('a'), { type: 'number' }] }
    expect(wrong({ kind: 'b' }, schema)).toEqual(['kind: Must be "a"'])
  })

  test('leave alone what was found before', () => {
    const schema = {
      properties: { a: { type: 'string' }, b: { anyOf: [{ type: 'string' }, { type: 'boolean' }] } },
    }
    expect(wrong({ a: 1, b: 2 }, schema)).toEqual(['a: Must be text', 'b: Fits none of the alternatives'])
    expect(wrong({ a: 1, b: true }, schema)).toEqual(['a: Must be text'])
  })
})

describe('the work is bounded', () => {
  const ring = { $defs: { ring: { items: { $ref: '#/$defs/ring' }, type: 'array' } }, $ref: '#/$defs/ring' }
  const nest = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : [nest(depth - 1, inner)])

  test('to 64 levels', () => {
    expect(wrong(nest(64, 1), ring)).toEqual([`${'0.'.repeat(63)}0: Must be an array`])
    expect(wrong(nest(65, 1), ring)).toEqual([])
  })

  test('to 20,000 parts', () => {
    const items = { items: { type: 'string' } }
    const list = (length: number) => [...Array.from({ length: length - 1 }, () => 'a'), 1]
    expect(wrong(list(19_999), items)).toEqual(['19998: Must be text'])
    expect(wrong(list(20_000), items)).toEqual([])
  })
})
