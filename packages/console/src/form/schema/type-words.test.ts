import { describe, expect, test } from 'vitest'
import { describeType, nameOf } from './describe-type.js'
import { isSchema, listOf, numberOf, own, schemasOf, textOf } from './schema.js'

const words = (schema: unknown, root: unknown = schema) => describeType(schema, root)

describe('the words of a type', () => {
  test.each<[unknown, string]>([
    [{}, 'any'],
    [true, 'any'],
    [{ type: 'string' }, 'string'],
    [{ type: 'null' }, 'null'],
    [{ enum: ['a'] }, 'enum'],
    [{ type: 'string', enum: [] }, 'enum'],
    [{ const: 1 }, 'constant'],
    [{ type: 'array' }, 'array'],
    [{ type: 'array', items: true }, 'array'],
    [{ items: { type: 'number' } }, 'number[]'],
    [{ items: { items: { type: 'number' } } }, 'number[][]'],
    [{ items: { enum: [1] } }, 'enum[]'],
    [{ items: {} }, 'any[]'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'string', nullable: true }, 'string or null'],
    [{ type: ['string', 'number'] }, 'string or number'],
    [{ type: ['string', 'number', 'null'] }, 'string or number or null'],
    [{ oneOf: [{ title: 'A' }, { properties: { kind: { const: 'b' } } }, {}] }, 'A or b or any'],
  ])('%j: %s', (schema, expected) => {
    expect(words(schema)).toBe(expected)
  })

  test.each<[object, string]>([
    [{ minimum: 1 }, 'from 1'],
    [{ maximum: 5 }, 'up to 5'],
    [{ minimum: 1, maximum: 5 }, '1–5'],
    [{ minimum: 5, maximum: 5 }, '5'],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 5 }, '1–5'],
    [{ minimum: 0, exclusiveMinimum: 1 }, 'from 0'],
    [{ minimum: '1' }, ''],
    [{ minLength: 1 }, 'from 1 character'],
    [{ maxLength: 11 }, 'up to 11 characters'],
    [{ minLength: 1, maxLength: 1 }, '1 character'],
    [{ minLength: 0, maxLength: 1 }, '0–1 characters'],
    [{ maxItems: 1 }, 'up to 1 item'],
    [{ minItems: 2 }, 'from 2 items'],
    [{ format: 'date' }, 'date'],
    [{ format: 'x'.repeat(41) }, 'x'.repeat(40)],
    [{ format: '' }, ''],
    [{ default: null }, 'default null'],
    [{ default: 'a' }, 'default "a"'],
    [{ default: [1, 2, 3] }, 'default [1,2,3]'],
    [{ default: [1, 2, 3, 4] }, 'with a default'],
    [{ default: 'x'.repeat(38) }, `default "${'x'.repeat(38)}"`],
    [{ default: 'x'.repeat(39) }, 'with a default'],
    [{ maxLength: 2, format: 'date', minimum: 1, default: 1 }, 'from 1, up to 2 characters, date, default 1'],
  ])('%j: %s', (more, expected) => {
    expect(words({ type: 'x', ...more })).toBe(expected === '' ? 'x' : `x, ${expected}`)
  })

  test('follow references, also of items', () => {
    const root = { $defs: { a: { type: 'number', minimum: 1 } } }
    expect(words({ $ref: '#/$defs/a' }, root)).toBe('number, from 1')
    expect(words({ items: { $ref: '#/$defs/a' } }, root)).toBe('number[]')
  })

  test.each([[false], ['text'], [{ $ref: '#/gone' }], [{ items: { $ref: '#/gone' } }]])('of %j are JSON', (schema) => {
    expect(words(schema)).toBe('JSON')
  })
})

describe('the name of an alternative', () => {
  test.each<[object, string]>([
    [{ title: 'A', type: 'object', properties: { kind: { const: 'a' } } }, 'A'],
    [{ title: '', type: 'object', properties: { x: {}, kind: { const: 'a' }, y: { const: 'b' } } }, 'a'],
    [{ type: 'object', properties: { kind: { const: 5 } } }, '5'],
    [{ properties: { kind: { const: 'x'.repeat(41) } } }, 'x'.repeat(40)],
    [{ type: 'string', properties: 'no map' }, 'string'],
    [{ properties: { a: true, b: null } }, 'object'],
    [{ type: ['string'] }, 'any'],
    [{}, 'any'],
  ])('%j: %s', (schema, name) => {
    expect(nameOf(schema as never)).toBe(name)
  })
})

describe('a keyword of a schema that comes of a server', () => {
  test('has a schema that is an object', () => {
    expect([{}, { a: 1 }].map(isSchema)).toEqual([true, true])
    expect([null, [], 'a', undefined, () => 0].map(isSchema)).toEqual([false, false, false, false, false])
  })

  test('is the own one', () => {
    expect([own({ a: 1 }, 'a'), own({}, 'toString'), own({}, 'a')]).toEqual([1, undefined, undefined])
  })

  test('has a map of schemas, whatever they are called', () => {
    const schema = { properties: JSON.parse('{"__proto__":1,"a":2}') as object }
    expect([...schemasOf(schema, 'properties')]).toEqual([
      ['__proto__', 1],
      ['a', 2],
    ])
    expect([schemasOf({}, 'properties').size, schemasOf({ properties: [1] }, 'properties').size]).toEqual([0, 0])
  })

  test('has a list, a text or a number, or nothing', () => {
    const schema = { list: [1], text: 'a', empty: '', number: 0 }
    expect([listOf(schema, 'list'), listOf(schema, 'text'), listOf(schema, 'gone')]).toEqual([[1], [], []])
    expect([textOf(schema, 'text'), textOf(schema, 'empty'), textOf(schema, 'number')]).toEqual([
      'a',
      undefined,
      undefined,
    ])
    expect([numberOf(schema, 'number'), numberOf(schema, 'text')]).toEqual([0, undefined])
  })
})
