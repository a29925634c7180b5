import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../values/json/json-object.js'
import { requireObjectRoot } from './require-object-root.js'

const advice = "give a JSON Schema literal `type: 'object'`"
const object = { type: 'object' }

/** Unions in unions, the innermost of which is of an object. */
function nested(levels: number): JsonObject {
  return levels === 0 ? object : { anyOf: [nested(levels - 1)] }
}

test('a root that is an object is the document itself', () => {
  const document = { type: 'object', properties: {} }
  expect(requireObjectRoot(document)).toBe(document)
})

describe('type "object" is added to', () => {
  test.each<readonly [document: JsonObject]>([
    [{ anyOf: [object, object] }],
    [{ oneOf: [object, { anyOf: [object] }] }],
    [{ allOf: [{ title: 'T' }, object] }],
    [{ $ref: '#/$defs/a', $defs: { a: object } }],
    [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': object } }],
    [{ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: object } }],
    [{ anyOf: [{ $ref: '#/$defs/a' }], $defs: { a: { oneOf: [object] } } }],
    [nested(16)],
  ])('%j', (document) => {
    const result = requireObjectRoot(document)
    expect(result).toStrictEqual({ type: 'object', ...document })
    expect([Object.isFrozen(result), 'type' in document]).toEqual([true, false])
  })
})

describe('a root is refused that is', () => {
  test.each<readonly [document: JsonObject, described: string]>([
    [{}, ''],
    [{ properties: {} }, ''],
    [{ type: 'string' }, ', not "string"'],
    [{ type: ['object', 'null'] }, ', not ["object","null"]'],
    [{ type: 'array', anyOf: [object] }, ', not "array"'],
    [{ anyOf: [object, { type: 'null' }] }, ''],
    [{ anyOf: [object, true] }, ''],
    [{ anyOf: [] }, ''],
    [{ oneOf: [object, {}] }, ''],
    [{ allOf: [{}, { type: 'string' }] }, ''],
    [{ allOf: [] }, ''],
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }, ''],
    [{ $ref: '#/$defs/b', $defs: { a: object } }, ''],
    [{ $ref: '#/$defs/a/b', $defs: { a: true } }, ''],
    [{ $ref: '#a', $defs: { a: { $anchor: 'a', ...object } } }, ''],
    [{ $ref: '#/$defs/toString', $defs: {} }, ''],
    [{ $ref: '#/$ref' }, ''],
    [{ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }, ''],
    [{ $ref: 5 }, ''],
    [Object.assign(Object.create({ type: 'object' }), { title: 'T' }), ''],
    [nested(17), ''],
  ])('%j', (document, described) => {
    expect(() => requireObjectRoot(document)).toThrow(
      new TypeError(`the root of an input schema must have type "object"${described}; ${advice}`),
    )
  })
})
