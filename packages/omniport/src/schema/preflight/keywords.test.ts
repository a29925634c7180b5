import { describe, expect, test } from 'vitest'
import type { Dialect } from './dialects.js'
import { keywordsOf } from './keywords.js'

function accepted(dialect: Dialect, name: string, values: readonly unknown[]): readonly unknown[] {
  const keyword = keywordsOf(dialect).get(name)
  return values.map((value) => keyword?.accepts(value))
}

const dialects = ['draft-07', '2019-09', '2020-12'] as const

describe('keywords that not every dialect has', () => {
  test.each([
    ['$anchor', [false, true, true]],
    ['$vocabulary', [false, true, true]],
    ['$recursiveAnchor', [false, true, false]],
    ['deprecated', [false, true, true]],
    ['minContains', [false, true, true]],
    ['maxContains', [false, true, true]],
    ['unevaluatedItems', [false, true, true]],
    ['unevaluatedProperties', [false, true, true]],
    ['contentSchema', [false, true, true]],
    ['$defs', [false, true, true]],
    ['dependentSchemas', [false, true, true]],
    ['dependentRequired', [false, true, true]],
    ['$dynamicAnchor', [false, false, true]],
    ['prefixItems', [false, false, true]],
    ['definitions', [true, true, true]],
    ['dependencies', [true, true, true]],
    ['additionalItems', [true, true, true]],
    ['$dynamicRef', [true, true, true]],
    ['$recursiveRef', [true, true, true]],
    ['unknown', [false, false, false]],
  ])('%s', (name, expected) => {
    expect(dialects.map((dialect) => keywordsOf(dialect).has(name))).toEqual(expected)
  })
})

test.each([
  ['$anchor', ['a', '_-A.9'], ['1a', '', 'a b', ' a', 5]],
  ['$dynamicAnchor', ['a'], ['#a', 'a/b']],
  ['$vocabulary', [{}], [[], null, 'a']],
  ['$recursiveAnchor', [true, false], [0]],
  ['deprecated', [true], ['true']],
  ['minContains', [0, 5], [-1, 0.5, '1']],
  ['maxContains', [0], [-1]],
  ['unevaluatedItems', [true, {}], [[], 1]],
  ['unevaluatedProperties', [false], ['a']],
  ['contentSchema', [{}], [null]],
  ['$defs', [{}, { a: true }], [{ a: 1 }, []]],
  ['dependentSchemas', [{ a: {} }], [{ a: ['b'] }]],
  ['dependentRequired', [{ a: ['b'] }], [{ a: {} }, { a: [1] }, []]],
  ['dependencies', [{ a: ['b'], c: {} }], [{ a: 1 }, { a: [1] }, []]],
  ['prefixItems', [[{}]], [[], {}, [1]]],
  ['items', [{}, true, [], [{}]], [1, [1]]],
  ['type', ['string', ['null', 'string']], [[], 'text', ['text']]],
  ['multipleOf', [0.5], [0, -1, '1', Number.NaN]],
  ['required', [[], ['a']], ['a', [1]]],
  ['maximum', [-1.5], ['1', Number.NaN, Number.POSITIVE_INFINITY]],
  ['enum', [[]], [{}]],
] as const)('%s is valid with these values, and not with those', (name, valid, invalid) => {
  const dialect = name === '$recursiveAnchor' ? '2019-09' : '2020-12'
  expect(accepted(dialect, name, valid)).toEqual(valid.map(() => true))
  expect(accepted(dialect, name, invalid)).toEqual(invalid.map(() => false))
})

test('which keywords apply to the same value', () => {
  const inPlace = [...keywordsOf('2020-12')].filter(([, keyword]) => keyword.inPlace === true).map(([name]) => name)
  expect(inPlace.sort()).toEqual(
    [...['not', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf'], ...['dependencies', 'dependentSchemas']].sort(),
  )
})

test('which keywords have schemas in them', () => {
  const kinds = (kind: string) =>
    [...keywordsOf('2020-12')].filter(([, { childKind }]) => childKind === kind).map(([name]) => name)
  expect(kinds('map').sort()).toEqual(
    [...['properties', 'patternProperties', 'definitions', '$defs'], ...['dependentSchemas', 'dependencies']].sort(),
  )
  expect(kinds('schema').sort()).toEqual(
    [
      ...['additionalItems', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'],
      ...['allOf', 'anyOf', 'oneOf', 'items', 'prefixItems'],
      ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
    ].sort(),
  )
})
