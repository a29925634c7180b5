import { describe, expect, test } from 'vitest'
import { problemsOf } from './fixtures/problems-of.js'

const draft07 = 'http://json-schema.org/draft-07/schema#'

type Row = readonly [name: string, schema: object, value: unknown, problems: readonly string[]]

const text = { type: 'string' }
// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const longer = { then: { minLength: 2 } }
const tagged = (tag: object) => ({ properties: { k: tag, n: { type: 'number' } }, required: ['k', 'n'] })

/** Where no alternative holds. */
const choices: readonly Row[] = [
  ['of one form is about that form', { anyOf: [text] }, 5, ['must be a string']],
  [
    'of one form is about all that is wrong with it',
    { oneOf: [{ properties: { k: { const: 1 } }, required: ['a'] }] },
    { k: 2 },
    ['a is required', 'k must be 1'],
  ],
  [
    'is about the second form, if the first is of another type',
    { anyOf: [text, { minimum: 3 }] },
    1,
    ['must be at least 3'],
  ],
  [
    'is about the form with the constant',
    { anyOf: [tagged({ const: 'a' }), tagged({ const: 'b' })] },
    { k: 'b', n: '' },
    ['n must be a number'],
  ],
  [
    'is about the form with the value of an enum',
    { oneOf: [tagged({ enum: ['a', 'b'] }), tagged({ enum: ['c'] })] },
    { k: 'c' },
    ['n is required'],
  ],
  [
    'deep in a value is about the same form as at the top',
    { properties: { list: { items: { anyOf: [tagged({ const: 'a' }), tagged({ const: 'b' }), text] } } } },
    { list: ['', { k: 'b' }] },
    ['list 1 n is required'],
  ],
  [
    'is about a member whose type is wrong, not its constant',
    { anyOf: [{ properties: { k: { type: 'number' } } }, text] },
    { k: '' },
    ['k must be a number'],
  ],
  [
    'is about a constant deeper down',
    { anyOf: [{ properties: { a: { properties: { k: { const: 1 } } } } }, text] },
    { a: { k: 2 } },
    ['a k must be 1'],
  ],
  [
    'is about an enum rather than a type',
    { anyOf: [{ enum: ['a', 'b'] }, { type: 'number' }] },
    'c',
    ['must be one of "a", "b"'],
  ],
  ['joins types', { anyOf: [text, { type: 'null' }, { type: 'array' }] }, 5, ['must be a string or null or an array']],
  ['joins each type once', { anyOf: [text, text, { type: 'null' }] }, 5, ['must be a string or null']],
  ['joins constants and types', { oneOf: [{ const: 1 }, text] }, 5, ['must be 1 or a string']],
  [
    'joins up to nine',
    { anyOf: Array.from({ length: 9 }, (_, index) => ({ const: index })) },
    -1,
    ['must be 0 or 1 or 2 or 3 or 4 or 5 or 6 or 7 or 8'],
  ],
  [
    'counts more than nine',
    { anyOf: Array.from({ length: 10 }, (_, index) => ({ const: index })) },
    -1,
    ['must match one of the 10 allowed forms'],
  ],
  [
    'counts forms of which several are near',
    { anyOf: [{ minimum: 3 }, { multipleOf: 2 }, text] },
    1,
    ['must match one of the 3 allowed forms'],
  ],
  [
    'counts forms of which one has two problems',
    { anyOf: [{ allOf: [{ const: 1 }, { const: 2 }] }, { type: 'null' }] },
    3,
    ['must match one of the 2 allowed forms'],
  ],
  [
    'counts forms of which one is about a member',
    { anyOf: [text, { properties: { k: { const: 1 } } }] },
    { k: 2 },
    ['must match one of the 2 allowed forms'],
  ],
]

describe('an issue of a choice', () => {
  test.each(choices)('%s', (_name, schema, value, problems) => {
    expect(problemsOf(schema, value)).toEqual(problems)
  })

  test('counts towards the twenty issues that a value has at most', () => {
    const list = Array.from({ length: 15 }, () => 1)
    const schema = { items: { anyOf: [{ type: 'array', items: text }, { type: 'null' }] } }
    const found = problemsOf(schema, [list, list, list])
    expect([found.length, found.at(-1)]).toEqual([20, '1 4 must be a string'])
  })
})

const others: readonly Row[] = [
  [
    'each of allOf',
    { allOf: [text, { minimum: 3 }, { maximum: 1 }] },
    2,
    ['must be a string', 'must be at least 3', 'must be at most 1'],
  ],
  ['that two forms hold', { oneOf: [true, { minimum: 3 }, true] }, 1, ['must match only one of the allowed forms']],
  ['what is forbidden', { not: text }, 'a', ['must not match the forbidden schema']],
  ['what follows from a condition', { if: text, ...longer }, 'a', ['must have at least 2 characters']],
  ['what follows without it', { if: text, else: { minimum: 2 } }, 1, ['must be at least 2']],
  [
    'each schema that members demand',
    { dependentSchemas: { a: { required: ['x'] }, b: { required: ['y'] }, c: false } },
    { a: 1, b: 1 },
    ['x is required', 'y is required'],
  ],
  [
    'dependencies of the old form',
    { dependencies: { a: { required: ['x'] }, b: ['y'] } },
    { a: 1, b: 1 },
    ['y is required', 'x is required'],
  ],
  [
    'dependencies in draft-07',
    { $schema: draft07, dependencies: { a: { required: ['x'] } }, dependentSchemas: { a: false } },
    { a: 1 },
    ['x is required'],
  ],
]

describe('an issue tells', () => {
  test.each(others)('%s', (_name, schema, value, problems) => {
    expect(problemsOf(schema, value)).toEqual(problems)
  })
})

const fine: readonly (readonly [schema: object, values: readonly unknown[]])[] = [
  [{ if: text, else: { minimum: 2 } }, ['a', 2]],
  [{ if: text, ...longer }, [1, 'ab']],
  [{ if: text }, [1, 'a']],
  [{ else: false }, [1]],
  [{ dependentSchemas: { a: false } }, [{}, { b: 1 }, { a: undefined }, [], 'a']],
  [{ dependentSchemas: { toString: false } }, [{}]],
  [{ anyOf: [text, true] }, ['a', 1]],
  [{ oneOf: [text, { type: 'null' }] }, ['a', null]],
  [{ not: text }, [1]],
]

test.each(fine)('%j holds', (schema, values) => {
  expect(values.filter((value) => problemsOf(schema, value).length > 0)).toEqual([])
})

describe('what a schema for the same value evaluates', () => {
  const strict = { unevaluatedProperties: false }
  const member = { properties: { a: true } }

  test.each<Row>([
    ['counts in allOf', { allOf: [member, { properties: { b: true } }] }, { a: 1, b: 1, c: 1 }, ['c is not allowed']],
    ['counts in each form of anyOf that holds', { anyOf: [true, member] }, { a: 1, b: 1 }, ['b is not allowed']],
    [
      'counts in the form of oneOf that holds',
      { oneOf: [{ ...member, required: ['x'] }, true] },
      { a: 1 },
      ['a is not allowed'],
    ],
    ['counts not in not', { not: { ...member, required: ['b'] } }, { a: 1 }, ['a is not allowed']],
    ['counts beside not', { not: { required: ['z'] }, if: member }, { a: 1 }, []],
    ['counts in a condition that holds', { if: member }, { a: 1, b: 1 }, ['b is not allowed']],
    ['counts not in a condition that does not', { if: { ...member, required: ['x'] } }, { a: 1 }, ['a is not allowed']],
    ['counts in dependent schemas', { dependentSchemas: { b: member } }, { a: 1, b: 1 }, ['b is not allowed']],
  ])('%s', (_name, schema, value, problems) => {
    expect(problemsOf({ ...schema, ...strict }, value)).toEqual(problems)
  })
})
