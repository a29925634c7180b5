import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../values/json/json-object.js'
import { preflight } from '../preflight/preflight.js'
import { flattenSchema } from './flatten-schema.js'

/** A document as one object, without its definitions. */
function flattened(document: JsonObject): unknown {
  const safe = preflight(document)
  const { $defs: _, ...rest } = flattenSchema(safe.document, safe) ?? {}
  return rest
}

const text = { type: 'string', title: 'Text', minLength: 1 }

describe('a schema in one', () => {
  test.each<readonly [name: string, document: JsonObject, expected: JsonObject]>([
    ['without parts is itself', text, text],
    ['has what a reference leads to', { $ref: '#/$defs/a', $defs: { a: text } }, text],
    ['has its own keywords first', { $ref: '#/$defs/a', title: 'Own', $defs: { a: text } }, { ...text, title: 'Own' }],
    ['has all parts of allOf', { allOf: [{ type: 'string' }, { minLength: 1 }] }, { type: 'string', minLength: 1 }],
    ['has the first of two keywords', { allOf: [{ title: 'One' }, { title: 'Two' }] }, { title: 'One' }],
    ['has the only branch of anyOf', { anyOf: [text] }, text],
    ['has the only branch of oneOf', { oneOf: [text], title: 'Own' }, { ...text, title: 'Own' }],
    [
      'has other unions as they are',
      { anyOf: [{ const: 1 }, { const: 2 }], oneOf: [text] },
      { anyOf: [{ const: 1 }, { const: 2 }], ...text },
    ],
    ['has parts of parts', { allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { anyOf: [{ allOf: [text] }] } } }, text],
    ['has nothing of a part that is true', { allOf: [true, text] }, text],
    [
      'has the properties of all parts',
      { properties: { a: { title: 'Own' } }, allOf: [{ properties: { b: {}, a: {} } }, { properties: { c: {} } }] },
      { properties: { a: { title: 'Own' }, b: {}, c: {} } },
    ],
    [
      'has the properties of the only part with some',
      { allOf: [{}, { properties: { a: {} } }] },
      { properties: { a: {} } },
    ],
    [
      'requires what any part does, once',
      { required: ['a', 'b'], allOf: [{ required: ['b', 'c'] }, { required: ['a', 'd'] }] },
      { required: ['a', 'b', 'c', 'd'] },
    ],
    ['requires what its only part does', { allOf: [{ required: ['a'] }] }, { required: ['a'] }],
  ])('%s', (_name, document, expected) => {
    expect(flattened(document)).toStrictEqual(expected)
  })

  test('names its own properties first', () => {
    const document = { properties: { z: {} }, allOf: [{ properties: { a: {}, z: {} } }] }
    expect(Object.keys((flattened(document) as { properties: object }).properties)).toEqual(['z', 'a'])
  })

  test('follows a reference beside others', () => {
    const document = {
      $ref: '#/$defs/a',
      $dynamicRef: '#b',
      $defs: { a: { title: 'A' }, b: { $dynamicAnchor: 'b', type: 'string' } },
    }
    expect(flattened(document)).toStrictEqual({ $dynamicRef: '#b', $dynamicAnchor: 'b', title: 'A', type: 'string' })
  })
})

test.each([true, false, null, undefined, 'text', [text]])('%j is no schema of one', (value) => {
  expect(flattenSchema(value, preflight(true))).toBe(undefined)
})
