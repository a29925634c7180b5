import { describe, expect, test } from 'vitest'
import { problemsOf } from './fixtures/problems-of.js'

const draft07 = 'http://json-schema.org/draft-07/schema#'
const draft2019 = 'https://json-schema.org/draft/2019-09/schema'

describe('an issue of a list', () => {
  test.each<readonly [name: string, schema: object, value: unknown, problems: readonly string[]]>([
    ['too few items', { minItems: 2 }, [1], ['must have at least 2 items']],
    ['too few, of one', { minItems: 1 }, [], ['must have at least 1 item']],
    ['too many items', { maxItems: 2 }, [1, 2, 3], ['must have at most 2 items']],
    ['too many, of one', { maxItems: 1 }, [1, 2], ['must have at most 1 item']],
    ['too few that match', { contains: { const: 1 }, minContains: 2 }, [1], ['must contain at least 2 matching items']],
    [
      'too many that match',
      { contains: { const: 1 }, maxContains: 1 },
      [1, 1],
      ['must contain at most 1 matching item'],
    ],
    ['the first repeated item', { uniqueItems: true }, [1, 2, 2, 1], ['2 repeats an earlier item']],
    [
      'each wrong item by its index',
      { prefixItems: [{ type: 'string' }, { type: 'null' }], items: { type: 'boolean' } },
      [1, 2, true, 4],
      ['0 must be a string', '1 must be null', '3 must be true or false'],
    ],
    [
      'what is wrong with the count and with the items',
      { maxItems: 1, items: { type: 'string' }, uniqueItems: true },
      [1, 1],
      ['must have at most 1 item', '0 must be a string', '1 must be a string', '1 repeats an earlier item'],
    ],
  ])('tells %s', (_name, schema, value, problems) => {
    expect(problemsOf(schema, value)).toEqual(problems)
  })
})

describe('a list', () => {
  test.each<readonly [schema: object, valid: readonly unknown[], invalid: readonly unknown[]]>([
    [
      { minItems: 2 },
      [
        [1, 2],
        [1, 2, 3],
      ],
      [[], [1]],
    ],
    [{ maxItems: 2 }, [[], [1, 2]], [[1, 2, 3]]],
    [{ minItems: 0, maxItems: 0 }, [[]], [[1]]],
    [
      { prefixItems: [{ type: 'string' }, { type: 'null' }] },
      [[], ['a'], ['a', null], ['a', null, 5]],
      [[1], ['a', 'b']],
    ],
    [{ items: { type: 'number' } }, [[], [1, 2]], [['a'], [1, 'a']]],
    [{ prefixItems: [true], items: false }, [[], [1]], [[1, 2]]],
    [{ $schema: draft2019, items: [{ type: 'string' }], prefixItems: [false] }, [['a'], ['a', 1]], [[1]]],
    [{ $schema: draft07, items: [true], additionalItems: { type: 'null' } }, [[1, null]], [[1, 2]]],
    [{ items: { type: 'number' }, additionalItems: false }, [[1, 2]], [['a']]],
    [{ contains: { const: 1 } }, [[1], [0, 1, 1]], [[], [0]]],
    [
      { contains: { const: 1 }, minContains: 2, maxContains: 3 },
      [
        [1, 1],
        [1, 0, 1, 1],
      ],
      [[1], [1, 1, 1, 1]],
    ],
    [{ contains: { const: 1 }, maxContains: 0, minContains: 0 }, [[], [0]], [[1]]],
    [{ $schema: draft07, contains: { const: 1 }, minContains: 2, maxContains: 0 }, [[1]], [[0]]],
    [
      { uniqueItems: true },
      [[], [1, 2], [{ a: 1 }, { a: 2 }]],
      [
        [1, 1],
        [[], []],
      ],
    ],
    [{ uniqueItems: false }, [[1, 1]], []],
  ])('of %j', (schema, valid, invalid) => {
    expect(valid.filter((value) => problemsOf(schema, value).length > 0)).toEqual([])
    expect(invalid.filter((value) => problemsOf(schema, value).length === 0)).toEqual([])
  })

  test.each([
    { minItems: 2 },
    { maxItems: 0 },
    { items: false },
    { prefixItems: [false] },
    { contains: true },
    { uniqueItems: true },
  ])('is what %j is about, and nothing else', (schema) => {
    const others = ['', 'aa', 0, null, true, {}, { length: 5, 0: 1 }]
    expect(others.filter((value) => problemsOf(schema, value).length > 0)).toEqual([])
  })
})

describe('an item that was not evaluated', () => {
  test.each<readonly [name: string, schema: object, value: unknown, problems: readonly string[]]>([
    ['follows the first ones', { prefixItems: [true, true] }, [1, 2, 3, 4], ['2 is not allowed', '3 is not allowed']],
    ['is none beside items', { items: true }, [1, 2], []],
    ['is none of a tuple that is not full', { prefixItems: [true, true] }, [1], []],
    ['is not contained', { contains: { const: 1 } }, [1, 2, 1], ['1 is not allowed']],
  ])('%s', (_name, schema, value, problems) => {
    expect(problemsOf({ ...schema, unevaluatedItems: false }, value)).toEqual(problems)
  })
})
