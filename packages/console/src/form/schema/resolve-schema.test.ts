import { describe, expect, test } from 'vitest'
import { NoForm, resolveSchema } from './resolve-schema.js'

const resolve = (schema: unknown, root: unknown = schema) => resolveSchema(schema, root)

describe('one type', () => {
  test.each<[unknown, string | undefined, boolean]>([
    [true, undefined, false],
    [undefined, undefined, false],
    [{}, undefined, false],
    [{ type: 'string' }, 'string', false],
    [{ type: 'null' }, 'null', true],
    [{ type: 'string', nullable: true }, 'string', true],
    [{ type: 'string', nullable: 'true' }, 'string', false],
    [{ type: 'string', enum: ['a', null] }, 'string', true],
    [{ properties: {} }, 'object', false],
    [{ required: [] }, 'object', false],
    [{ properties: {}, nullable: true }, 'object', true],
    [{ items: {} }, 'array', false],
    [{ prefixItems: [] }, 'array', false],
    [{ enum: [1, null] }, undefined, true],
  ])('%j is %s, or null: %s', (schema, type, isNullable) => {
    const resolved = resolve(schema)
    expect([resolved.type, resolved.isNullable, resolved.branches]).toEqual([type, isNullable, undefined])
  })

  test.each<[unknown, string]>([
    [false, 'The schema allows no value here'],
    ['string', 'The schema here is not an object'],
    [null, 'The schema here is not an object'],
    [5, 'The schema here is not an object'],
  ])('%j is no form', (schema, message) => {
    expect(() => resolve(schema)).toThrow(new NoForm(message))
  })
})

describe('several types', () => {
  test.each(['oneOf', 'anyOf'])('%s has branches, with what is around them', (keyword) => {
    const schema = { title: 'T', [keyword]: [{ type: 'string' }, { type: 'number', title: 'N' }] }
    expect(resolve(schema)).toEqual({
      schema: { title: 'T' },
      isNullable: false,
      branches: [
        { title: 'T', type: 'string' },
        { title: 'N', type: 'number' },
      ],
    })
  })

  test('null beside one is that one, or null', () => {
    const expected = { schema: { title: 'T', type: 'string' }, type: 'string', isNullable: true }
    expect(resolve({ title: 'T', anyOf: [{ type: 'string' }, { type: 'null' }] })).toEqual(expected)
    expect(resolve({ title: 'T', anyOf: [{ type: 'string' }, { const: null }] })).toEqual(expected)
    expect(resolve({ title: 'T', type: ['string', 'null'] })).toEqual(expected)
  })

  test('null beside several is one of those, or null', () => {
    const { isNullable, branches } = resolve({ type: ['string', 'number', 'null'], title: 'T' })
    expect([isNullable, branches]).toEqual([
      true,
      [
        { type: 'string', title: 'T' },
        { type: 'number', title: 'T' },
      ],
    ])
  })

  test('null alone is null', () => {
    expect(resolve({ oneOf: [{ type: 'null' }] })).toMatchObject({ type: 'null', isNullable: true })
    expect(resolve({ oneOf: [{ const: null }, { type: 'null' }] })).toMatchObject({ type: 'null', isNullable: true })
  })

  test('only one is that one, also within another', () => {
    expect(resolve({ oneOf: [{ anyOf: [{ type: 'string' }, { type: 'null' }] }] })).toEqual({
      ...{ schema: { type: 'string' }, type: 'string', isNullable: true },
    })
  })

  test('constants are a choice with titles', () => {
    expect(resolve({ type: 'string', oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] })).toEqual({
      schema: { type: 'string', enum: ['a', 'b'], enumNames: ['A', undefined] },
      isNullable: false,
    })
  })

  test('constants, or null', () => {
    const resolved = resolve({ oneOf: [{ const: 'a' }, { const: 'b' }, { type: 'null' }] })
    expect([resolved.schema['enum'], resolved.isNullable, resolved.branches]).toEqual([['a', 'b'], true, undefined])
  })

  test('empty lists are none', () => {
    expect(resolve({ oneOf: [], anyOf: [{ type: 'string' }] })).toMatchObject({ type: 'string' })
    expect(resolve({ oneOf: [], type: 'string' })).toMatchObject({ type: 'string' })
  })

  test('there are 128 alternatives at most', () => {
    const of = (count: number) => ({
      oneOf: Array.from({ length: count }, (_, at) => ({ type: 'string', title: `${at}` })),
    })
    expect(resolve(of(128)).branches).toHaveLength(128)
    expect(() => resolve(of(129))).toThrow(new NoForm('The schema has 129 alternatives'))
  })
})

describe('references', () => {
  const root = {
    title: 'Root',
    $defs: {
      name: { type: 'string', $anchor: 'named' },
      'a/b~c d': { type: 'number' },
      ring: { $ref: '#/$defs/ring' },
    },
    list: [{ type: 'boolean' }],
  }
  test.each<[string, string | undefined]>([
    ['#/$defs/name', 'string'],
    ['#named', 'string'],
    ['#/$defs/a~1b~0c%20d', 'number'],
    ['#/list/0', 'boolean'],
    ['#', undefined],
  ])('%s is found', (reference, type) => {
    expect(resolve({ $ref: reference }, root).type).toBe(type)
    expect(resolve({ $dynamicRef: reference }, root).type).toBe(type)
  })

  test('what stands beside one counts too', () => {
    expect(resolve({ $ref: '#/$defs/name', title: 'T' }, root).schema).toMatchObject({ type: 'string', title: 'T' })
    expect(resolve({ $ref: '#' }, root).schema).toMatchObject({ title: 'Root' })
  })

  test.each([
    '#/$defs/none',
    '#none',
    '#/list/1',
    '#/$defs/toString',
    '#/title/0',
    'https://a.example/',
    'x#/title',
    'name',
    '#/%zz',
  ])('%s is not in it', (reference) => {
    expect(() => resolve({ $ref: reference }, root)).toThrow(
      new NoForm(`The schema refers to ${reference}, which is not in it`),
    )
  })

  test('a ring has no end', () => {
    expect(() => resolve({ $ref: '#/$defs/ring' }, root)).toThrow(
      new NoForm('The schema refers to itself without an end'),
    )
  })

  test('a chain may have 32 steps', () => {
    const chain = (length: number) => ({
      $defs: Object.fromEntries(
        Array.from({ length }, (_, at) => [
          `d${at}`,
          at === length - 1 ? { type: 'string' } : { $ref: `#/$defs/d${at + 1}` },
        ]),
      ),
    })
    expect(resolve({ $ref: '#/$defs/d0' }, chain(16)).type).toBe('string')
    expect(() => resolve({ $ref: '#/$defs/d0' }, chain(40))).toThrow(NoForm)
  })
})

describe('allOf', () => {
  test('joins what it has', () => {
    const schema = {
      properties: { a: { type: 'string' } },
      required: ['a'],
      allOf: [{ properties: { a: { minLength: 1 }, b: {} }, required: ['a', 'b'] }, { allOf: [{ title: 'T' }] }],
    }
    expect(resolve(schema).schema).toEqual({
      properties: { a: { allOf: [{ type: 'string' }, { minLength: 1 }] }, b: {} },
      required: ['a', 'b'],
      title: 'T',
    })
  })

  test('joins 32 at most', () => {
    const of = (count: number) => ({ allOf: Array.from({ length: count }, () => ({ type: 'string' })) })
    expect(resolve(of(32)).type).toBe('string')
    expect(() => resolve(of(33))).toThrow(new NoForm('The schema joins 33 others'))
  })
})
