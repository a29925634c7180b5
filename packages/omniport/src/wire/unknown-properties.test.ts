import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../values/json/json-object.js'
import { schemaOfDefinitions } from './fixtures/schema-of-definitions.js'
import { unknownProperties } from './unknown-properties.js'

const text = { type: 'string' }
const named = { properties: { name: text } }

/** The places of properties that a definition does not have, in a value that stands at `path`. */
function unknownIn(definition: JsonObject, value: unknown, path = '/x', more: JsonObject = {}): readonly string[] {
  const schema = schemaOfDefinitions({ Subject: definition, Named: named, ...more })
  return unknownProperties(schema, { pointer: '/$defs/Subject', value, path })
}

const undefinedAt = (name: string, path = '/x') => `${path}: 2025-11-25 defines no ${name} here`

describe('a property that is not defined is found', () => {
  test.each<readonly [name: string, definition: JsonObject, value: unknown, problems: readonly string[]]>([
    ['in an object', named, { name: 'a', size: 1, title: 'b' }, [undefinedAt('size'), undefinedAt('title')]],
    ['in a member', { properties: { tool: named } }, { tool: { name: '', size: 1 } }, [undefinedAt('size', '/x/tool')]],
    ['in the items of a list', { items: named }, [{ name: '' }, { size: 1 }], [undefinedAt('size', '/x/1')]],
    ['where a reference leads', { $ref: '#/$defs/Named' }, { size: 1 }, [undefinedAt('size')]],
    ['in what further members are', { additionalProperties: named }, { a: { size: 1 } }, [undefinedAt('size', '/x/a')]],
    [
      'in a member that is named, not further',
      { properties: { a: named }, additionalProperties: {} },
      { a: { b: 1 } },
      [undefinedAt('b', '/x/a')],
    ],
    ['where a member has the name of what objects inherit', named, { toString: 1 }, [undefinedAt('toString')]],
    [
      'behind names with a slash',
      { properties: { 'a/b~c': named } },
      { 'a/b~c': { d: 1 } },
      [undefinedAt('d', '/x/a/b~c')],
    ],
  ])('%s', (_name, definition, value, problems) => {
    expect(unknownIn(definition, value)).toEqual(problems)
  })

  test('at the top, in its members alone', () => {
    const definition = { properties: { params: named } }
    expect(unknownIn(definition, { more: 1, params: { size: 1 } }, '')).toEqual([undefinedAt('size', '/params')])
  })
})

describe('a value of a union', () => {
  const a = { properties: { a: text, c: text }, required: ['a'] }
  const b = { properties: { a: text, b: text }, required: ['a'] }

  test('is the branch that knows the most of it', () => {
    expect(unknownIn({ anyOf: [a, b] }, { a: '', b: '', d: 1 })).toEqual([undefinedAt('d')])
    expect(unknownIn({ anyOf: [b, a] }, { a: '', b: '', d: 1 })).toEqual([undefinedAt('d')])
    expect(unknownIn({ anyOf: [a, b] }, { a: '', d: 1, e: 1 })).toEqual([undefinedAt('d'), undefinedAt('e')])
  })

  test('is a branch that holds', () => {
    const strict = { properties: { a: text, d: text }, required: ['d'] }
    expect(unknownIn({ anyOf: [a, strict] }, { a: '', d: 5 })).toEqual([undefinedAt('d')])
    expect(unknownIn({ anyOf: [text, { type: 'null' }] }, { a: '' })).toEqual([])
  })
})

describe('a value is open', () => {
  test.each<[name: string, definition: JsonObject, value: unknown, path?: string]>([
    ['that is no object', named, 'text'],
    ['that is null', named, null],
    ['whose schema names no property', { type: 'object' }, { a: 1 }],
    ['whose schema names further ones', { ...named, additionalProperties: {} }, { a: 1 }],
    ['whose schema says that there may be further ones', { ...named, additionalProperties: true }, { a: 1 }],
    ['whose items have no schema', { type: 'array' }, [{ a: 1 }]],
    ['that is a whole message', named, { a: 1 }, ''],
    ['that is the meta data', named, { a: 1 }, '/params/_meta'],
    ['that is the input schema of a tool', named, { a: 1 }, '/result/tools/0/inputSchema'],
    ['that is the output schema of a tool', named, { a: 1 }, '/result/tools/0/outputSchema'],
  ])('%s', (_name, definition, value, path = '/x') => {
    expect(unknownIn(definition, value, path)).toEqual([])
  })

  test.each(['JSONObject', 'JSONArray', 'JSONValue'])('that is any JSON: %s', (name) => {
    const json = { anyOf: [{ $ref: `#/$defs/${name}` }, text] }
    const more = { [name]: { ...named, additionalProperties: { $ref: '#/$defs/Named' } } }
    expect(unknownIn({ $ref: `#/$defs/${name}` }, { a: { b: 1 } }, '/x', more)).toEqual([])
    expect(unknownIn(json, { a: { b: 1 } }, '/x', more)).toEqual([])
  })

  test('but not below what only looks like that', () => {
    expect(unknownIn(named, { a: 1 }, '/params/my_meta')).toEqual([undefinedAt('a', '/params/my_meta')])
    expect(unknownIn(named, { a: 1 }, '/_meta/x')).toEqual([undefinedAt('a', '/_meta/x')])
    expect(unknownIn(named, { a: 1 }, '/myinputSchema')).toEqual([undefinedAt('a', '/myinputSchema')])
  })
})

describe('what older revisions do not say', () => {
  test('is the meta data of params', () => {
    expect(unknownIn(named, { _meta: {} }, '/params')).toEqual([])
    expect(unknownIn(named, { _meta: {}, a: 1 }, '/params')).toEqual([undefinedAt('a', '/params')])
    expect(unknownIn(named, { _meta: {} }, '/result')).toEqual([undefinedAt('_meta', '/result')])
    expect(unknownIn(named, { _meta: {} }, '/params/ref')).toEqual([undefinedAt('_meta', '/params/ref')])
    expect(unknownIn(named, { _meta: {} }, '/myparams')).toEqual([undefinedAt('_meta', '/myparams')])
  })

  test('are extensions among capabilities', () => {
    const inCapabilities = (name: string, value: object) =>
      unknownIn({ properties: { capabilities: { $ref: `#/$defs/${name}` } } }, { capabilities: value }, '/x', {
        [name]: named,
      })
    const place = '/x/capabilities'
    expect(inCapabilities('ClientCapabilities', { extensions: {} })).toEqual([])
    expect(inCapabilities('ServerCapabilities', { extensions: {}, a: 1 })).toEqual([undefinedAt('a', place)])
    expect(inCapabilities('OtherCapabilities', { extensions: {} })).toEqual([undefinedAt('extensions', place)])
    expect(inCapabilities('ClientCapabilitiesOld', { extensions: {} })).toEqual([undefinedAt('extensions', place)])
  })
})
