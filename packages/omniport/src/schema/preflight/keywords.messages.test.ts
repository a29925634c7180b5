import { describe, expect, test } from 'vitest'
import { refusal } from './fixtures/refusal.js'

const draft2019 = 'https://json-schema.org/draft/2019-09/schema'
const schema = 'a schema: an object, true or false'
const map = 'an object whose members are schemas'

/** What each keyword must be, with a value that is not. */
const vocabulary: readonly (readonly [names: string, expected: string, wrong: unknown])[] = [
  ['$id $ref $comment title description format pattern contentEncoding contentMediaType', 'a string', 5],
  ['$recursiveRef $dynamicRef', 'a string', 5],
  ['readOnly writeOnly uniqueItems deprecated', 'true or false', 1],
  ['maximum minimum exclusiveMaximum exclusiveMinimum', 'a number', '1'],
  ['maxLength minLength maxItems minItems maxProperties minProperties', 'a non-negative integer', -1],
  ['minContains maxContains', 'a non-negative integer', 0.5],
  ['multipleOf', 'a number greater than 0', 0],
  ['enum examples', 'an array', {}],
  ['additionalItems additionalProperties propertyNames contains not if then else', schema, []],
  ['unevaluatedItems unevaluatedProperties contentSchema', schema, []],
  ['allOf anyOf oneOf prefixItems', 'an array of schemas with at least one', []],
  ['items', 'a schema, or an array of schemas', 5],
  ['properties patternProperties definitions $defs dependentSchemas', map, { a: 1 }],
  ['dependencies', 'an object whose members are schemas or arrays of strings', { a: 1 }],
  ['dependentRequired', 'an object whose members are arrays of strings', { a: {} }],
  ['required', 'an array of strings', [1]],
  ['$anchor $dynamicAnchor', 'a name of letters, digits, ".", "-" and "_"', '1'],
  ['$vocabulary', 'an object', []],
]

describe('a keyword with a wrong value is refused, and it is said what it must be', () => {
  test.each(
    vocabulary.flatMap(([names, expected, wrong]) => names.split(' ').map((name) => [name, expected, wrong] as const)),
  )('%s must be %s', (name, expected, wrong) => {
    expect(refusal({ [name]: wrong })).toEqual({ path: `/${name}`, reason: `${name} must be ${expected}` })
    expect(refusal({ items: { [name]: wrong } })?.path).toBe(`/items/${name}`)
  })

  test('$recursiveAnchor, which 2020-12 does not know', () => {
    expect(refusal({ $recursiveAnchor: 'a' })).toBe(undefined)
    expect(refusal({ $schema: draft2019, $recursiveAnchor: 'a' })).toEqual({
      path: '/$recursiveAnchor',
      reason: '$recursiveAnchor must be true or false',
    })
  })

  test.each([...[[{}], [true], ['string', true]], ...[null, {}, 5, true, ['string', 'text']]])(
    'type, which cannot be %j',
    (type) => {
      expect(refusal({ type })?.path).toBe('/type')
    },
  )
})
