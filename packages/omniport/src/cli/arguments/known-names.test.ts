import { expect, test } from 'vitest'
import { knownNames } from './known-names.js'

const a = { properties: { a: {} } }
const b = { properties: { b: {} } }

test.each([
  ['properties', { ...a }, ['a']],
  ['no properties at all', { properties: {} }, []],
  ['others are forbidden', { ...a, additionalProperties: false }, ['a']],
  ['branches', { ...a, anyOf: [b, true], oneOf: [{ properties: { c: {} } }] }, ['a', 'b', 'c']],
  [
    'conditions',
    JSON.parse('{"if":{"properties":{"a":{}}},"then":{"properties":{"b":{}}},"else":{"properties":{"c":{}}}}'),
    ['a', 'b', 'c'],
  ],
  ['what depends on a property', { ...a, dependentSchemas: { a: b } }, ['a', 'b']],
  ['a reference', { $ref: '#/$defs/x', $defs: { x: a } }, ['a']],
  ['references in a circle', { ...a, allOf: [{ $ref: '#' }] }, ['a']],
  [
    'names of the prototype',
    JSON.parse('{"properties":{"__proto__":{},"constructor":{}}}'),
    ['__proto__', 'constructor'],
  ],
])('the names are those that a schema has: %s', (_, schema, names) => {
  expect([...(knownNames(schema) ?? ['any'])]).toEqual(names)
})

test.each([
  ['nothing is said of properties', { type: 'object' }],
  ['there is no schema', undefined],
  ['the schema is no object', 'object'],
  ['others are allowed', { ...a, additionalProperties: true }],
  ['others are allowed of one type', { ...a, additionalProperties: { type: 'string' } }],
  ['others are allowed where no branch has them', { ...a, unevaluatedProperties: {} }],
  ['names have patterns', { ...a, patternProperties: { '^x-': {} } }],
  ['a branch allows others', { ...a, allOf: [{ additionalProperties: true }] }],
  ['a reference leads nowhere', { ...a, $ref: 'https://example.com/schema' }],
])('any name is allowed where %s', (_, schema) => {
  expect(knownNames(schema)).toBeUndefined()
})
