import { describe, expect, test } from 'vitest'
import { problemsOf } from './fixtures/problems-of.js'

type Row = readonly [name: string, schema: object, value: unknown, problem: string]

const constants: readonly Row[] = [
  ['the constant', { const: 'a' }, 'b', 'must be "a"'],
  ['an object as its JSON', { const: { a: [1] } }, {}, 'must be {"a":[1]}'],
  ['a long constant cut short', { const: 'x'.repeat(200) }, 'b', `must be "${'x'.repeat(99)}…`],
  ['the only value of an enum', { enum: ['a'] }, 'b', 'must be "a"'],
  ['ten values of an enum', { enum: count(10) }, -1, 'must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9'],
  [
    'ten of eleven, and how many there are',
    { enum: count(11) },
    -1,
    'must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … (11 in all)',
  ],
  [
    'as many long ones as fit',
    { enum: ['x'.repeat(90), 'y'.repeat(90)] },
    -1,
    `must be one of "${'x'.repeat(90)}", "${'y'.repeat(55)}…`,
  ],
]

const numbers: readonly Row[] = [
  ['the least number', { minimum: 2 }, 1, 'must be at least 2'],
  ['the greatest number', { maximum: 2 }, 3, 'must be at most 2'],
  ['the number below', { exclusiveMinimum: 2 }, 2, 'must be greater than 2'],
  ['the number above', { exclusiveMaximum: 2 }, 2, 'must be less than 2'],
  ['the divisor', { multipleOf: 2 }, 3, 'must be a multiple of 2'],
  ['a divisor with a fraction', { multipleOf: 0.5 }, 0.25, 'must be a multiple of 0.5'],
]

const texts: readonly Row[] = [
  ['the least length', { minLength: 2 }, 'a', 'must have at least 2 characters'],
  ['a least length of one', { minLength: 1 }, '', 'must have at least 1 character'],
  ['the greatest length', { maxLength: 2 }, 'abc', 'must have at most 2 characters'],
  ['the format', { format: 'ipv4' }, '1', 'must be an IPv4 address'],
  ['the pattern', { pattern: '^a$' }, 'b', 'must match the pattern "^a$"'],
  ['a long pattern cut short', { pattern: 'a'.repeat(200) }, 'b', `must match the pattern "${'a'.repeat(99)}…`],
]

describe('an issue names', () => {
  test.each([...constants, ...numbers, ...texts])('%s', (_name, schema, value, problem) => {
    expect(problemsOf(schema, value)).toEqual([problem])
  })
})

describe('a constant', () => {
  test.each<readonly [constant: unknown, others: readonly unknown[]]>([
    [
      [1, 2],
      [[1], [1, 3], [3, 2], [1, 2, 3], { 0: 1, 1: 2, length: 2 }, '1,2', null],
    ],
    [{}, [[], null, 5, '', true, { a: 1 }]],
    [[], [{}, [0], null, '']],
    [{ a: 1, b: 2 }, [{ a: 1, b: 3 }, { a: 3, b: 2 }, { a: 1, c: 2 }, { a: 1 }, { a: 1, b: 2, c: 3 }]],
    [{ a: 1 }, [JSON.parse('{"__proto__":{}}'), { toString: 1 }, [1]]],
    [{ 0: 1, length: 1 }, [[1], { 0: 1 }]],
    [{ a: { b: [null] } }, [{ a: { b: [{}] } }, { a: { b: null } }, { a: { b: [] } }]],
    [null, [{}, [], 0, false]],
  ])('%j is no other value', (constant, others) => {
    expect(problemsOf({ const: constant }, structuredClone(constant))).toEqual([])
    expect(others.filter((other) => problemsOf({ const: constant }, other).length === 0)).toEqual([])
    expect(others.filter((other) => problemsOf({ enum: ['x', constant] }, other).length === 0)).toEqual([])
    expect(problemsOf({ enum: ['x', constant] }, structuredClone(constant))).toEqual([])
  })

  test('without a value in the schema there is no constant', () => {
    expect(problemsOf({ title: 'const' }, 'anything')).toEqual([])
  })
})

test('a text is not compared with the objects of an enum', () => {
  const objects = Array.from({ length: 4_000 }, (_, id) => ({ id }))
  const values = Array.from({ length: 4_000 }, (_, id) => `${id}`)
  expect(problemsOf({ items: { not: { enum: objects } } }, values)).toEqual([])
})

describe('a keyword for numbers', () => {
  test.each<readonly [schema: object, valid: readonly unknown[], invalid: readonly unknown[]]>([
    [{ minimum: 2 }, [2, 3], [1.999, -3]],
    [{ maximum: 2 }, [2, 1], [2.001]],
    [{ exclusiveMinimum: 2 }, [2.001], [2, 1]],
    [{ exclusiveMaximum: 2 }, [1.999], [2, 3]],
    [{ multipleOf: 3 }, [0, 3, -6], [1, 4, -7, 1.5]],
    [{ multipleOf: 0.1 }, [0, 1, 0.3, -1.1], [0.25, 1.01]],
    [{ multipleOf: 1.5 }, [3, 4.5, -1.5], [1, 2]],
    [{ multipleOf: 1e21 }, [0, 3e21, 1e22], [1, 1e20, 1.5e21]],
    [{ multipleOf: 1e-7 }, [1, 3e-7, 1.2e-6], [1e-8, 1.00000001]],
  ])('%j', (schema, valid, invalid) => {
    expect(valid.filter((value) => problemsOf(schema, value).length > 0)).toEqual([])
    expect(invalid.map((value) => problemsOf(schema, value).length)).toEqual(invalid.map(() => 1))
  })

  test.each(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'])(
    '%s says nothing about what is no number',
    (keyword) => {
      const others = ['a', '', null, true, [], [5], {}, Number.NaN, Number.POSITIVE_INFINITY]
      expect(others.filter((value) => problemsOf({ [keyword]: 7 }, value).length > 0)).toEqual([])
    },
  )
})

describe('a keyword for texts', () => {
  test.each<readonly [schema: object, valid: readonly unknown[], invalid: readonly unknown[]]>([
    [{ minLength: 3 }, ['abc', 'abcd', '😀😀😀', 'a😀b', 'abcdefg'], ['ab', '😀😀', 'a😀', '']],
    [{ maxLength: 3 }, ['', 'abc', '😀😀😀', 'a😀b'], ['abcd', '😀😀😀😀', 'a😀bc']],
    [{ minLength: 0 }, [''], []],
    [{ maxLength: 0 }, [''], ['a']],
  ])('%j', (schema, valid, invalid) => {
    expect(valid.filter((value) => problemsOf(schema, value).length > 0)).toEqual([])
    expect(invalid.map((value) => problemsOf(schema, value).length)).toEqual(invalid.map(() => 1))
  })

  test.each([{ minLength: 2 }, { maxLength: 2 }, { pattern: '^a$' }, { format: 'email' }])(
    '%j says nothing about what is no text',
    (schema) => {
      const others = [1, null, true, [], [1, 2, 3, 4], {}, { length: 9 }]
      expect(others.filter((value) => problemsOf(schema, value).length > 0)).toEqual([])
    },
  )

  test('all that a text lacks is told', () => {
    expect(problemsOf({ minLength: 3, pattern: '^b', format: 'ipv4' }, 'a')).toEqual([
      'must have at least 3 characters',
      'must match the pattern "^b"',
      'must be an IPv4 address',
    ])
  })
})

function count(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index)
}
