import { describe, expect, it } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { preflight } from '../preflight/preflight.js'
import { SchemaError } from '../schema-error.js'
import { evaluator } from './evaluator.js'

/** The verdict about a value. */
function check(schema: unknown, value: unknown): 'valid' | 'invalid' | 'too complex' {
  const { issues } = evaluator.compile(preflight(schema))(value)
  if (issues === undefined) return 'valid'
  return issues[0]?.message === 'is too complex to validate' ? 'too complex' : 'invalid'
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index)
const names = (count: number) => Object.fromEntries(many(count).map((index) => [`n${index}`, index]))

describe('a schema that is refused before it is used', () => {
  it.each<[string, unknown, string]>([
    ['is larger than 256 KiB', { enum: many(100_000) }, 'it is larger than 262144 bytes'],
    ['has a million values', { enum: many(1_000_000) }, 'it is larger than 262144 bytes'],
    ['has one long text', { const: 'x'.repeat(10_000_000) }, 'it is larger than 262144 bytes'],
    ['is nested deeply', nested(40), 'schemas are nested deeper than 32 levels'],
    ['has data that is nested deeply', { const: nested(100_000) }, 'it is nested deeper than 128 levels'],
    ['has too many schemas', { anyOf: many(2_001).map(() => ({})) }, 'it has more than 2000 subschemas'],
    ['is a reference to itself', { $ref: '#' }, 'the reference leads back to itself for the same value'],
    ['divides by nothing', { multipleOf: 0 }, 'multipleOf must be a number greater than 0'],
    ['divides by less', { multipleOf: -1 }, 'multipleOf must be a number greater than 0'],
    ['has a length without end', JSON.parse('{"minLength":1e400}'), 'minLength must be a non-negative integer'],
    ['has a bound without end', JSON.parse('{"maximum":-1e400}'), 'maximum must be a number'],
    ['has a length below 0', { maxItems: -1 }, 'maxItems must be a non-negative integer'],
    [
      'has a schema that is none',
      JSON.parse('{"properties":{"__proto__":1}}'),
      'properties must be an object whose members are schemas',
    ],
  ])('%s', (_name, schema, reason) => {
    verifies('JSCH-08')
    expect(() => preflight(schema)).toThrow(expect.objectContaining({ reason }))
    expect(() => preflight(schema)).toThrow(SchemaError)
  })
})

describe('a check', () => {
  it.each<[string, unknown, unknown, ReturnType<typeof check>]>([
    ['by a large enum', { items: { enum: many(30_000) } }, many(30_000), 'valid'],
    [
      'by an enum of objects, of many values',
      { items: { enum: many(10_000).map((a) => ({ a })) } },
      many(10_000).map((a) => ({ a: -a - 1 })),
      'invalid',
    ],
    ['of unique items', { uniqueItems: true }, many(100_000), 'valid'],
    ['of unique objects', { uniqueItems: true }, many(50_000).map((a) => ({ a: { b: [a] } })), 'valid'],
    [
      'of names by many patterns',
      { patternProperties: Object.fromEntries(many(1_500).map((index) => [`^x${index}$`, false])) },
      names(50_000),
      'too complex',
    ],
    ['of names by one schema', { propertyNames: { maxLength: 10 } }, names(100_000), 'valid'],
    [
      'of what many names demand',
      { items: { required: Object.keys(names(20_000)) } },
      many(20_000).map(() => ({})),
      'invalid',
    ],
    [
      'of what many names depend on',
      { items: { dependentRequired: Object.fromEntries(many(10_000).map((index) => [`n${index}`, ['x']])) } },
      many(20_000).map(() => ({})),
      'too complex',
    ],
    [
      'of what a list contains',
      { items: { contains: { const: 1 } } },
      many(4_000).map(() => many(4_000).map(() => 0)),
      'invalid',
    ],
    [
      'of what was not evaluated',
      { allOf: many(500).map((index) => ({ properties: { [`n${index}`]: {} } })), unevaluatedProperties: false },
      names(500),
      'valid',
    ],
    ['of the smallest number', { multipleOf: 5e-324 }, 1e308, 'valid'],
    ['of the largest number', { multipleOf: 1.7976931348623157e308 }, 5e-324, 'invalid'],
    [
      'of a tree by a schema of itself',
      { properties: { a: { $ref: '#' } }, required: ['b'] },
      { a: { a: {}, b: 1 }, b: 1 },
      'invalid',
    ],
    [
      'of a tree with lists of itself',
      { items: { $ref: '#' }, uniqueItems: true },
      many(1_000).map((index) => [index, [index]]),
      'valid',
    ],
    ['of a long text by its length', { minLength: 6_000_000 }, '😀'.repeat(4_000_000), 'invalid'],
    [
      'of a long text by its format',
      { anyOf: ['email', 'uri', 'date-time', 'duration', 'ipv6'].map((format) => ({ format })) },
      'a:'.repeat(2_000_000),
      'valid',
    ],
    ['of an inherited name', { required: ['toString', 'constructor', '__proto__'] }, {}, 'invalid'],
    [
      'with a default under a name that objects have',
      JSON.parse('{"properties":{"__proto__":{"default":{"x":1}}}}'),
      {},
      'valid',
    ],
  ])('%s ends', (_name, schema, value, verdict) => {
    verifies('JSCH-08')
    expect(check(schema, value)).toBe(verdict)
  })
})

/** Schemas inside schemas. */
function nested(levels: number): object {
  let schema = {}
  for (let level = 0; level < levels; level += 1) schema = { not: schema }
  return schema
}
