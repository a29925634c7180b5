import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../values/json/json-object.js'
import { makeText } from './make-text.js'
import { Random } from './random.js'
import { ValueMaker } from './value-maker.js'

/** How many objects or lists are in one another, below the outermost. */
function depthOf(value: unknown): number {
  const values = typeof value === 'object' && value !== null ? Object.values(value) : []
  return values.length === 0 ? 0 : 1 + Math.max(...values.map(depthOf))
}

/** The values that so many seeds make for a schema. */
function made(schema: JsonObject, count = 300): readonly unknown[] {
  return Array.from({ length: count }, (_, seed) => new ValueMaker(schema, new Random(seed)).make())
}

const numbers = (schema: JsonObject) => made(schema) as readonly number[]

describe('numbers', () => {
  test('are within their bounds, and reach them', () => {
    const found = numbers({ type: 'integer', minimum: 3, maximum: 5 })
    expect(new Set(found)).toEqual(new Set([3, 4, 5]))
  })

  test('are within exclusive bounds', () => {
    expect(new Set(numbers({ type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 6 }))).toEqual(new Set([4, 5]))
    const found = numbers({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 })
    expect([Math.min(...found) > 0, Math.max(...found) < 1]).toEqual([true, true])
    expect([found.includes(0.001), found.includes(0.999), found.includes(0.1)]).toEqual([true, true, true])
  })

  test('are whole where they must be', () => {
    const found = numbers({ type: 'integer', minimum: -10, maximum: 10 })
    expect(found.filter((value) => !Number.isInteger(value))).toEqual([])
    expect(numbers({ type: 'number', minimum: -10, maximum: 10 }).every(Number.isInteger)).toBe(false)
  })

  test('without bounds are of all kinds', () => {
    const found = numbers({ type: 'integer' })
    for (const edge of [0, 1, -1, 2 ** 31, 2 ** 53 - 1, 7, -1_000, 1_000]) expect(found).toContain(edge)
    expect(numbers({ type: 'number' })).toContain(0.1)
    expect(Math.min(...found)).toBe(-1_000)
  })

  test('with one bound have a range beside it', () => {
    const above = numbers({ type: 'integer', minimum: 5_000 })
    expect([Math.min(...above), above.includes(6_000)]).toEqual([5_000, true])
    const below = numbers({ type: 'integer', maximum: -5_000 })
    expect([Math.max(...below), below.includes(-6_000)]).toEqual([-5_000, true])
  })

  test('are multiples of their step, and stay below the upper bound', () => {
    const found = numbers({ type: 'integer', minimum: 1, maximum: 10, multipleOf: 4 })
    expect(new Set(found)).toEqual(new Set([4, 8]))
    expect(new Set(numbers({ type: 'number', minimum: 0, maximum: 1, multipleOf: 0.5 }))).toEqual(new Set([0, 0.5, 1]))
  })
})

describe('numbers with several bounds', () => {
  test('keep the narrower', () => {
    const schema = { type: 'integer', minimum: 3, exclusiveMinimum: 4, maximum: 7, exclusiveMaximum: 7 }
    expect(new Set(numbers(schema))).toEqual(new Set([5, 6]))
    const wide = { type: 'integer', minimum: 5, exclusiveMinimum: 1, maximum: 6, exclusiveMaximum: 9 }
    expect(new Set(numbers(wide))).toEqual(new Set([5, 6]))
  })

  test('are spread between them', () => {
    const found = numbers({ type: 'number', minimum: 10, maximum: 20 })
    expect([Math.min(...found), Math.max(...found)]).toEqual([10, 20])
    for (const from of [10, 12, 14, 16, 18])
      expect(found.filter((value) => value > from && value < from + 2).length).toBeGreaterThan(10)
  })

  test('with one of them have a thousand on either side of 0', () => {
    expect(Math.min(...numbers({ type: 'integer', maximum: 5_000 }))).toBe(-1_000)
    expect(numbers({ type: 'integer', minimum: -5_000 })).toContain(1_000)
  })
})

describe('types', () => {
  test.each<[string, JsonObject, (value: unknown) => boolean]>([
    ['a constant', { const: null }, (value) => value === null],
    ['one of a list', { enum: ['a', 1] }, (value) => value === 'a' || value === 1],
    ['a flag', { type: 'boolean' }, (value) => typeof value === 'boolean'],
    ['null', { type: 'null' }, (value) => value === null],
    ['null for what is not known', { type: 'unknown' }, (value) => value === null],
    ['an object by its properties', { properties: {} }, (value) => JSON.stringify(value) === '{}'],
    ['an object by what it needs', { required: [] }, (value) => JSON.stringify(value) === '{}'],
    ['an object by what it may have', { additionalProperties: false }, (value) => JSON.stringify(value) === '{}'],
    [
      'a list by its items',
      { items: { const: 1 } },
      (value) => Array.isArray(value) && value.every((item) => item === 1),
    ],
    [
      'a list by its first items',
      { prefixItems: [{ const: 1 }], items: false },
      (value) => ['[]', '[1]'].includes(JSON.stringify(value)),
    ],
    ['a list by its first items alone', { prefixItems: [{ const: 1 }] }, (value) => Array.isArray(value)],
    ['a list by its length', { minItems: 2, maxItems: 2 }, (value) => Array.isArray(value) && value.length === 2],
    ['a number by its bound', { minimum: 1, maximum: 2 }, (value) => typeof value === 'number'],
    ['a number by its lower bound', { minimum: 1 }, (value) => typeof value === 'number'],
    ['a number by its other bound', { maximum: 2 }, (value) => typeof value === 'number'],
    ['a number by its step', { multipleOf: 2 }, (value) => typeof value === 'number'],
    ['a text by nothing', {}, (value) => typeof value === 'string'],
    ['one of several types', { type: ['null', 'boolean'] }, (value) => value === null || typeof value === 'boolean'],
  ])('%s', (_what, schema, fits) => {
    expect(made(schema, 60).filter((value) => !fits(value))).toEqual([])
  })

  test('one of several types is each of them sometimes', () => {
    expect(new Set(made({ type: ['null', 'boolean'] }, 60))).toEqual(new Set([null, true, false]))
  })
})

describe('objects', () => {
  test('have what is required, and sometimes the rest', () => {
    const schema = {
      type: 'object',
      properties: { a: { const: 1 }, b: { const: 2 } },
      required: ['a', 'c'],
      additionalProperties: { const: 3 },
    }
    const found = made(schema, 100) as readonly Readonly<Record<string, unknown>>[]
    expect(new Set(found.map(({ a, c }) => `${a} ${c}`))).toEqual(new Set(['1 3']))
    expect(new Set(found.map((value) => value['b']))).toEqual(new Set([2, undefined]))
    expect(Math.max(...found.map((value) => Object.keys(value).length))).toBeGreaterThan(3)
  })

  test('have no others where the schema does not describe them', () => {
    const found = made({ type: 'object', properties: { a: { const: 1 } }, required: ['a'] }, 60)
    expect(new Set(found.map((value) => JSON.stringify(value)))).toEqual(new Set(['{"a":1}']))
  })

  test('have names that fit where the schema says what they are', () => {
    const schema = { additionalProperties: { const: 1 }, propertyNames: { pattern: '^a\\d$' } }
    const found = made(schema, 100) as readonly Readonly<Record<string, unknown>>[]
    const names = found.flatMap((value) => Object.keys(value))
    expect(names.filter((name) => !/^a\d$/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(10)
    expect(new Set(found.flatMap((value) => Object.values(value)))).toEqual(new Set([1]))
    expect(Math.max(...found.map((value) => Object.keys(value).length))).toBe(3)
  })

  test('have what is described rather than what may be added', () => {
    const properties = { a: { const: 1 } }
    const schema = {
      properties,
      required: ['a'],
      additionalProperties: { const: 2 },
      propertyNames: { pattern: '^a$' },
    }
    expect(new Set(made(schema, 60).map((value) => JSON.stringify(value)))).toEqual(new Set(['{"a":1}']))
  })

  test.each<[string, JsonObject]>([
    ['optional properties', { properties: { a: { $ref: '#' } } }],
    ['further properties', { additionalProperties: { $ref: '#' }, propertyNames: { pattern: '^a$' } }],
    ['items', { items: { $ref: '#' } }],
  ])('are four deep at most where nothing is required: %s', (_what, schema) => {
    expect(Math.max(...made(schema).map(depthOf))).toBe(4)
  })

  test('end, however deep a schema goes', () => {
    const found = made({ type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] }, 20)
    expect(Math.max(...found.map((value) => JSON.stringify(value).length))).toBeLessThan(1_000)
  })
})

describe('what a schema says nothing of', () => {
  test('is a value of any kind', () => {
    const found = made({ type: 'object', properties: { a: true }, required: ['a'] }, 200)
    const values = new Set(found.map((value) => JSON.stringify((value as { a: unknown }).a)))
    expect(values).toEqual(new Set(['null', 'true', '0', '"text"', '{}']))
  })
})

describe('lists', () => {
  test('have their lengths', () => {
    const lengths = (schema: JsonObject) => new Set(made(schema).map((value) => (value as readonly unknown[]).length))
    expect(lengths({ type: 'array', items: { type: 'null' }, minItems: 1, maxItems: 3 })).toEqual(new Set([1, 2, 3]))
    expect(lengths({ type: 'array', items: { type: 'null' } })).toEqual(new Set([0, 1, 2, 3]))
    expect(lengths({ type: 'array', items: { type: 'null' }, uniqueItems: true })).toEqual(new Set([0, 1]))
  })

  test('have up to 20 more items than they must', () => {
    const found = made({ type: 'array', items: { const: 0 }, minItems: 2, maxItems: 1_000 }, 600)
    const lengths = found.map((value) => (value as readonly unknown[]).length)
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([2, 22])
  })

  test('have the first items that are described, and then others', () => {
    const found = made({ prefixItems: [{ const: 'a' }, { const: 'b' }], items: { const: 0 }, minItems: 1 })
    const texts = ['["a"]', '["a","b"]', '["a","b",0]', '["a","b",0,0]']
    expect(new Set(found.map((value) => JSON.stringify(value)))).toEqual(new Set(texts))
  })
})

describe('joined schemas', () => {
  test.each<[string, JsonObject]>([
    ['a reference', { $ref: '#/$defs/a~1b', $defs: { 'a/b': { const: 'x' } } }],
    ['all of several', { allOf: [{ type: 'string' }, { const: 'x' }] }],
    ['one of several', { oneOf: [{ const: 'x' }] }],
    ['any of several', { anyOf: [{ const: 'x' }] }],
  ])('%s', (_what, schema) => {
    expect(made(schema, 10)).toEqual(Array.from({ length: 10 }, () => 'x'))
  })

  test('have the properties of all, and what all require', () => {
    const schema = {
      properties: { a: { const: 1 } },
      required: ['a'],
      allOf: [{ properties: { b: { const: 2 }, a: { const: 0 } }, required: ['b'] }],
    }
    expect(made(schema, 5)).toEqual(Array.from({ length: 5 }, () => ({ a: 1, b: 2 })))
  })

  test('say of themselves what others only say as well', () => {
    expect(new Set(made({ type: 'null', allOf: [{ type: 'string' }] }, 20))).toEqual(new Set([null]))
    const lengths = made({ allOf: [{ minLength: 2, maxLength: 2 }] }, 20).map((value) => [...String(value)].length)
    expect(new Set(lengths)).toEqual(new Set([2]))
  })

  test('a reference to the whole has its members', () => {
    const found = made({ properties: { a: { $ref: '#' }, b: { const: 1 } }, required: ['b'] })
    expect(found.map((value) => JSON.stringify(value))).toContain('{"a":{"b":1},"b":1}')
  })

  test('references are followed five times, and a circle of them ends', () => {
    const chain = (length: number) => {
      const links = Array.from({ length: length - 1 }, (_, at) => [`r${at}`, { $ref: `#/$defs/r${at + 1}` }] as const)
      return { $ref: '#/$defs/r0', $defs: { ...Object.fromEntries(links), [`r${length - 1}`]: { const: 5 } } }
    }
    expect([new Set(made(chain(5), 20)), made(chain(6), 20).includes(5)]).toEqual([new Set([5]), false])
    expect(typeof made({ $ref: '#' }, 1)[0]).toBe('string')
  })

  test('a reference that leads nowhere is nothing', () => {
    expect(made({ $ref: '#/$defs/none', type: 'null' }, 3)).toEqual([null, null, null])
  })
})

describe('texts', () => {
  const texts = (schema: object) => Array.from({ length: 200 }, (_, seed) => makeText({ ...schema }, new Random(seed)))

  test.each([
    ['date-time', '9999-12-31T23:59:59Z'],
    ['date', '2024-02-29'],
    ['time', '00:00:00Z'],
    ['duration', 'PT0S'],
    ['email', 'a@example.com'],
    ['hostname', 'localhost'],
    ['ipv4', '255.255.255.255'],
    ['ipv6', '::1'],
    ['uri', 'urn:isbn:0451450523'],
    ['uuid', '00000000-0000-0000-0000-000000000000'],
  ])('of the format %s have samples', (format, sample) => {
    expect(texts({ format })).toContain(sample)
  })

  test('of a format that is not known are any', () => {
    expect(texts({ format: 'toString' })).toContain('__proto__')
  })

  test('have their lengths, by characters', () => {
    const lengths = texts({ minLength: 2, maxLength: 4 }).map((text) => [...text].length)
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([2, 4])
  })

  test.each([
    ['^[a-c]{2,3}$', /^[a-c]{2,3}$/],
    ['^(?:ab|c)d?$', /^(?:ab|c)d?$/],
    ['b+', /b+/],
  ])('match the pattern %s', (pattern, expected) => {
    expect(texts({ pattern }).filter((text) => !expected.test(text))).toEqual([])
  })

  test('of a pattern without an anchor have something around them sometimes', () => {
    const found = new Set(texts({ pattern: 'b' }))
    expect(found).toEqual(new Set(['b', 'xbx']))
    expect(new Set(texts({ pattern: '^b' }))).toEqual(new Set(['b']))
  })

  test('of a pattern that cannot be read are empty', () => {
    expect(new Set(texts({ pattern: '(' }))).toEqual(new Set(['']))
  })
})
