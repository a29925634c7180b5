import { describe, expect, test } from 'vitest'
import { hintOf, itemStartOf, startOf, startOfForm } from './start-of.js'

describe('a value to begin with', () => {
  test.each<[unknown, string | undefined]>([
    [{ const: { a: 1 } }, '{"a":1}'],
    [{ const: 1, default: 2 }, '1'],
    [{ type: 'string', default: 'a' }, '"a"'],
    [{ default: null }, 'null'],
    [{ type: 'array' }, '[]'],
    [{ type: 'object' }, '{}'],
    [{ type: 'object', properties: { a: { default: 1 } } }, '{}'],
    [{ type: 'object', properties: { a: { default: 1 }, b: { type: 'string' } }, required: ['a', 'b'] }, '{ "a": 1 }'],
    [
      { type: 'object', properties: { 'a"': { const: 1 }, b: { type: 'array' } }, required: ['a"', 'b', 5] },
      '{ "a\\"": 1, "b": [] }',
    ],
    [{ oneOf: [{ type: 'array' }, { type: 'object' }] }, '[]'],
    [{ oneOf: [{ type: 'string' }, { type: 'object' }] }, undefined],
    [{ type: 'string' }, undefined],
    [{ type: 'number', minimum: 5 }, undefined],
    [{ enum: ['a'] }, undefined],
    [{}, undefined],
    [false, undefined],
    [{ $ref: '#/gone' }, undefined],
  ])('of %j is %s', (schema, text) => {
    expect(startOf(schema, schema)).toBe(text)
  })

  test('has objects in objects, to a depth', () => {
    const root = {
      $ref: '#/$defs/ring',
      $defs: { ring: { type: 'object', properties: { a: { $ref: '#/$defs/ring' } }, required: ['a'] } },
    }
    const text = startOf(root, root)
    expect(text).toBe(`${'{ "a": '.repeat(6)}{}${' }'.repeat(6)}`)
  })
})

describe('an item to begin with', () => {
  test.each<[unknown, string]>([
    [{ type: 'string' }, '""'],
    [{ type: 'number' }, '0'],
    [{ type: 'integer', minimum: 5 }, '5'],
    [{ type: 'number', minimum: 1.5 }, '2'],
    [{ type: 'number', minimum: -3 }, '-3'],
    [{ type: 'boolean' }, 'false'],
    [{ type: 'object' }, '{}'],
    [{ type: 'array' }, '[]'],
    [{ type: 'null' }, 'null'],
    [{ enum: ['b', 'a'] }, '"b"'],
    [{ enum: [], type: 'string' }, '""'],
    [{ type: 'string', default: 'a' }, '"a"'],
    [{ const: 7 }, '7'],
    [{ oneOf: [{ type: 'boolean' }, { type: 'string' }] }, 'false'],
    [{}, 'null'],
    [undefined, 'null'],
    [false, 'null'],
    [{ $ref: '#/gone' }, 'null'],
    [{ type: 'object', minimum: 2 }, '{}'],
  ])('of %j is %s', (schema, text) => {
    expect(itemStartOf(schema, schema)).toBe(text)
  })

  test('of objects that need each other is what fits at the depth that ends them', () => {
    const ring = { type: 'object', properties: { a: { $ref: '#/$defs/ring' } }, required: ['a'] }
    expect(JSON.parse(itemStartOf({ $ref: '#/$defs/ring' }, { $defs: { ring } }))).toHaveProperty('a.a.a.a.a.a', {})
  })
})

describe('the text of a form before anybody typed', () => {
  test.each<[unknown, string]>([
    [{ type: 'object', properties: { a: { default: 1 } }, required: ['a'] }, '{\n  "a": 1\n}'],
    [{ type: 'object' }, '{}'],
    [{ type: 'string', default: 'a' }, '{}'],
    [{ type: 'array' }, '{}'],
    [{ type: 'string' }, '{}'],
    [undefined, '{}'],
  ])('of %j is %j', (schema, text) => {
    expect(startOfForm(schema)).toBe(text)
  })
})

describe('a hint', () => {
  test.each<[unknown, string | undefined]>([
    [{ default: 'a' }, 'a'],
    [{ default: 5 }, '5'],
    [{ default: false, examples: [true] }, 'false'],
    [{ examples: ['b', 'c'] }, 'b'],
    [{ examples: [[1]] }, '[1]'],
    [{ default: null, examples: ['b'] }, 'b'],
    [{}, undefined],
    [false, undefined],
  ])('of %j is %s', (schema, hint) => {
    expect(hintOf(schema, schema)).toBe(hint)
  })

  test('is that of what is referred to', () => {
    expect(hintOf({ $ref: '#/a' }, { a: { default: 'x' } })).toBe('x')
  })
})
