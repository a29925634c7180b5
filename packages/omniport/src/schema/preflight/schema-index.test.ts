import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../values/json/json-object.js'
import { refusal } from './fixtures/refusal.js'
import { preflight } from './preflight.js'

const draft07 = 'http://json-schema.org/draft-07/schema#'
const draft2019 = 'https://json-schema.org/draft/2019-09/schema'

describe('a limit is what a document may reach', () => {
  test.each<readonly [document: JsonObject, subschemas: number]>([
    [{}, 1],
    [{ not: {} }, 2],
    [{ not: true }, 2],
    [{ anyOf: [true, false, {}] }, 4],
    [{ $defs: { a: {} }, $ref: '#/$defs/a' }, 2],
    [{ x: { a: { not: {} } }, $ref: '#/x/a' }, 3],
  ])('%j has %i schemas', (document, subschemas) => {
    expect(refusal(document, { subschemas })).toBe(undefined)
    expect(refusal(document, { subschemas: subschemas - 1 })).toEqual({
      path: '',
      reason: `it has more than ${subschemas - 1} subschemas`,
    })
  })

  test.each<readonly [document: JsonObject, schemaDepth: number, path: string]>([
    [{ not: true }, 2, '/not'],
    [{ not: { items: {} } }, 3, '/not/items'],
    [{ properties: { a: { anyOf: [{}] } } }, 3, '/properties/a/anyOf/0'],
  ])('%j is %i deep', (document, schemaDepth, path) => {
    expect(refusal(document, { schemaDepth })).toBe(undefined)
    expect(refusal(document, { schemaDepth: schemaDepth - 1 })).toEqual({
      path,
      reason: `schemas are nested deeper than ${schemaDepth - 1} levels`,
    })
  })

  test('what only a reference makes a schema has a depth of its own', () => {
    const document = { properties: { a: { items: { $ref: '#/x/y' } } }, x: { y: { not: { not: {} } } } }
    expect([refusal(document, { schemaDepth: 3 }), refusal(document, { schemaDepth: 2 })?.path]).toEqual([
      undefined,
      '/properties/a/items',
    ])
  })

  test('values in a document nest four times as deep as schemas', () => {
    const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })
    expect(refusal({ const: nested(7) }, { schemaDepth: 2 })).toBe(undefined)
    expect(refusal({ const: nested(8) }, { schemaDepth: 2 })?.reason).toBe('it is nested deeper than 8 levels')
  })
})

describe('the path of a schema', () => {
  test('is that of its place in the document', () => {
    const { document, pathOf } = preflight({ properties: { 'a/b': { items: {} } } })
    const inner = (document as { properties: { 'a/b': { items: object } } }).properties['a/b']
    expect([pathOf(document as JsonObject), pathOf(inner), pathOf(inner.items as JsonObject)]).toEqual([
      '',
      '/properties/a~1b',
      '/properties/a~1b/items',
    ])
  })

  test('is not known of other documents', () => {
    expect(() => preflight({}).pathOf({})).toThrow(new Error('a schema of another document'))
    expect(preflight(true).pathOf({})).toBe('')
  })
})

describe('a document has patterns', () => {
  test.each<readonly [document: unknown, expected: boolean]>([
    [{ pattern: 'a' }, true],
    [{ items: { patternProperties: {} } }, true],
    [{ $ref: '#/x/a', x: { a: { pattern: 'a' } } }, true],
    [{ properties: { pattern: {} }, const: { pattern: 'a' } }, false],
    [true, false],
  ])('%j: %s', (document, expected) => {
    expect(preflight(document).hasPatterns).toBe(expected)
  })

  test('each of which is checked', () => {
    const document = { patternProperties: { 'a+': true, '[': true } }
    expect(refusal(document)).toEqual({ path: '/patternProperties/[', reason: 'the pattern has a [ without a ]' })
    expect(refusal(document, { patterns: 'any' })).toBe(undefined)
    expect(() => preflight({ pattern: '(' })).toThrow(expect.objectContaining({ cause: expect.any(SyntaxError) }))
  })
})

describe('an anchor', () => {
  test.each<readonly [name: string, document: JsonObject]>([
    ['may have the name of a dynamic one in the same schema', { $anchor: 'a', $dynamicAnchor: 'a' }],
    ['may occur once in each resource', { $anchor: 'a', $defs: { r: { $id: 'r', $anchor: 'a' } } }],
    ['is no keyword of draft-07', { $schema: draft07, allOf: [{ $anchor: 'a' }, { $anchor: 'a' }] }],
    ['is no id since 2019-09', { allOf: [{ $id: '#a' }, { $id: '#a' }] }],
    ['is no pointer', { $schema: draft07, allOf: [{ $id: '#/a' }, { $id: '#/a' }] }],
    ['is not empty', { $schema: draft07, allOf: [{ $id: '#' }, { $id: '#' }] }],
    [
      'may be dynamic in 2019-09, where it is one like any other',
      { $schema: draft2019, $dynamicAnchor: 'a', not: { items: { $ref: '#a' } } },
    ],
  ])('%s', (_name, document) => {
    expect(refusal(document)).toBe(undefined)
  })

  test.each<readonly [name: string, document: JsonObject, path: string, reason: string]>([
    ['twice', { allOf: [{ $anchor: 'a' }, { $dynamicAnchor: 'a' }] }, '/allOf/1', 'the anchor a occurs twice'],
    [
      'twice in draft-07',
      { $schema: draft07, allOf: [{ $id: '#a' }, { $id: '#a' }] },
      '/allOf/1',
      'the anchor a occurs twice',
    ],
    ['of a fragment since 2019-09', { items: { $id: '#a' }, $ref: '#a' }, '/$ref', 'the anchor #a does not exist here'],
    [
      'of draft-07 with a name for it',
      { $schema: draft07, items: { $anchor: 'a' }, not: { $ref: '#a' } },
      '/not/$ref',
      'the anchor #a does not exist here',
    ],
  ])('is not allowed %s', (_name, document, path, reason) => {
    expect(refusal(document)).toEqual({ path, reason })
  })
})

describe('a resource', () => {
  const inner = (more: JsonObject) => ({ $defs: { a: {}, r: { ...more, items: { $ref: '#/$defs/a' } } } })

  test.each<readonly [name: string, document: JsonObject]>([
    ['does not begin at an empty id', inner({ $id: '' })],
    ['does not begin at a fragment', inner({ $id: '#x' })],
    ['does not begin without an id', inner({})],
    [
      'does not begin beside a reference in draft-07',
      { $schema: draft07, definitions: { a: {}, r: { $id: 'r', $ref: '#/definitions/a' } } },
    ],
  ])('%s', (_name, document) => {
    expect(refusal(document)).toBe(undefined)
  })

  test('begins at an id, beside a reference too since 2019-09', () => {
    expect(refusal(inner({ $id: 'r' }))).toEqual({ path: '/$defs/r/items/$ref', reason: '#/$defs/a has no target' })
    expect(refusal({ $defs: { a: {}, r: { $id: 'r', $ref: '#/$defs/a' } } })).toEqual({
      path: '/$defs/r/$ref',
      reason: '#/$defs/a has no target',
    })
  })

  test('may name the dialect of the document again', () => {
    expect(refusal({ $defs: { r: { $id: 'r', $schema: 'http://json-schema.org/draft/2020-12/schema#' } } })).toBe(
      undefined,
    )
    expect(refusal({ $defs: { r: { $id: 'r', $schema: 'https://example.com/' } } })?.path).toBe('/$defs/r')
  })
})
