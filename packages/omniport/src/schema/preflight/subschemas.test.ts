import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../values/json/json-object.js'
import type { Dialect } from './dialects.js'
import { isSubschema, ownKeyword, subschemas } from './subschemas.js'

/** The paths of the schemas in one; `=` marks those that apply to the same value. */
const placesIn = (schema: JsonObject, dialect: Dialect = '2020-12') =>
  [...subschemas(schema, '/x', dialect)].map(({ path, inPlace }) => path + (inPlace ? ' =' : ''))

describe('the schemas in a schema', () => {
  test.each<readonly [schema: JsonObject, places: readonly string[]]>([
    [{ items: {}, not: true }, ['/x/items', '/x/not =']],
    [{ items: [{}, true] }, ['/x/items/0', '/x/items/1']],
    [{ allOf: [{}], anyOf: [true, {}] }, ['/x/allOf/0 =', '/x/anyOf/0 =', '/x/anyOf/1 =']],
    [{ properties: { 'a/b': {}, '~': true } }, ['/x/properties/a~1b', '/x/properties/~0']],
    [{ patternProperties: { '^a': {} }, $defs: { a: false } }, ['/x/patternProperties/^a', '/x/$defs/a']],
    [{ dependencies: { a: ['b'], c: {} } }, ['/x/dependencies/c =']],
    [{ dependentSchemas: { a: {} } }, ['/x/dependentSchemas/a =']],
    [{ properties: { not: {} }, const: { not: {} }, unknown: { a: {} } }, ['/x/properties/not']],
    [{ type: 'string', required: ['a'], enum: [{}] }, []],
    [{}, []],
  ])('%j', (schema, places) => {
    expect(placesIn(schema)).toEqual(places)
  })

  test('are those of its dialect', () => {
    const schema = { prefixItems: [{}], dependentSchemas: { a: {} }, unevaluatedItems: {}, definitions: { a: {} } }
    expect(placesIn(schema, 'draft-07')).toEqual(['/x/definitions/a'])
    expect(placesIn(schema, '2019-09')).toEqual(['/x/dependentSchemas/a =', '/x/unevaluatedItems', '/x/definitions/a'])
  })

  test('are given as they are', () => {
    const inner = { type: 'string' }
    expect([...subschemas({ not: inner }, '', '2020-12')]).toEqual([{ schema: inner, path: '/not', inPlace: true }])
    expect([...subschemas({ items: [false] }, '', '2020-12')]).toEqual([
      { schema: false, path: '/items/0', inPlace: false },
    ])
  })
})

test('a keyword is an own one', () => {
  const schema = Object.assign(Object.create({ not: {} }), { items: true })
  expect([ownKeyword(schema, 'items'), ownKeyword(schema, 'not'), ownKeyword({}, 'toString')]).toEqual([
    true,
    undefined,
    undefined,
  ])
})

test('a schema is an object or a boolean', () => {
  const values = [{}, true, false, [], null, undefined, 0, 'true']
  expect(values.map(isSubschema)).toEqual([true, true, true, false, false, false, false, false])
})
