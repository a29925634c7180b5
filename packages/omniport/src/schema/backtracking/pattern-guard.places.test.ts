import { describe, expect, test } from 'vitest'
import { preflight } from '../preflight/preflight.js'
import { confirmSuspects, createPatternGuard } from './pattern-guard.js'

const source = '^(a+)+$'
const evil = `${'a'.repeat(40)}!`
const pattern = { pattern: source }
const draft07 = 'http://json-schema.org/draft-07/schema#'
const draft2019 = 'https://json-schema.org/draft/2019-09/schema'

const refusal = (document: object, value: unknown) =>
  createPatternGuard(preflight(document, { patterns: 'any' }))?.refusal(value)

const refused = (...path: readonly (string | number)[]) => ({
  path,
  message: `is too complex for the pattern ${JSON.stringify(source)}`,
})

describe('a guard finds a text', () => {
  test.each<readonly [document: object, value: unknown, path: readonly (string | number)[]]>([
    [pattern, evil, []],
    [{ properties: { a: pattern } }, { a: evil }, ['a']],
    [{ properties: { a: { properties: { b: pattern } } } }, { a: { b: evil } }, ['a', 'b']],
    [{ patternProperties: { '^x': pattern } }, { x: evil }, ['x']],
    [{ additionalProperties: pattern }, { a: 'a', b: evil }, ['b']],
    [{ unevaluatedProperties: pattern }, { a: evil }, ['a']],
    [{ propertyNames: pattern }, { [evil]: 1 }, [evil]],
    [{ patternProperties: { [source]: true } }, { [evil]: 1 }, []],
    [{ items: pattern }, ['a', evil], [1]],
    [{ prefixItems: [true, pattern] }, [evil, evil], [1]],
    [{ $schema: draft2019, items: [true, pattern] }, [evil, evil], [1]],
    [{ $schema: draft07, items: [true], additionalItems: pattern }, ['a', evil], [1]],
    [{ unevaluatedItems: pattern }, [evil], [0]],
    [{ contains: pattern }, ['a', 'a', evil], [2]],
    [{ allOf: [true, pattern] }, evil, []],
    [{ anyOf: [true, pattern] }, evil, []],
    [{ oneOf: [{ type: 'null' }, pattern] }, evil, []],
    [{ not: pattern }, evil, []],
    [{ if: pattern }, evil, []],
    [{ else: { items: pattern } }, [evil], [0]],
    [{ dependentSchemas: { a: { properties: { b: pattern } } } }, { b: evil }, ['b']],
    [{ $defs: { a: { $ref: '#/$defs/b' }, b: pattern }, items: { $ref: '#/$defs/a' } }, [evil], [0]],
  ])('by %j', (document, value, path) => {
    expect(refusal(document, value)).toEqual(refused(...path))
  })
})

describe('a guard lets a value pass', () => {
  test.each<readonly [name: string, document: object, value: unknown]>([
    ['whose texts are elsewhere', { properties: { a: pattern, b: {} } }, { b: evil, c: [evil], a: { x: evil } }],
    ['that is no list', { items: pattern }, { 0: evil }],
    ['that is no object', { properties: { a: pattern } }, [evil, null, 5]],
    ['with a text that it is not about', { prefixItems: [pattern] }, ['aaa', evil]],
    ['with members that objects inherit', { properties: { toString: pattern } }, {}],
    ['with texts that take few steps', { items: pattern }, ['a', 'aaaa', 'b', '']],
    ['with members that are undefined', { additionalProperties: pattern }, { a: undefined }],
    ['with another pattern', { properties: { a: pattern, b: { pattern: '^b+$' } } }, { b: evil }],
  ])('%s', (_name, document, value) => {
    expect(refusal(document, value)).toBe(undefined)
  })
})

describe('a document needs no guard', () => {
  test.each([
    {},
    { pattern: '^a+$' },
    { pattern: '^([a-z]+-)*$' },
    { pattern: '^(a+)+b{30000}$' },
    { const: { pattern: source } },
  ])('%j', (document) => {
    expect(createPatternGuard(preflight(document, { patterns: 'any' }))).toBe(undefined)
  })

  test('that is true', () => {
    expect(createPatternGuard(preflight(true))).toBe(undefined)
  })
})

describe('the steps of a match', () => {
  test('are more for a longer text', () => {
    expect(refusal(pattern, 'a'.repeat(100_000))).toBe(undefined)
    expect(refusal(pattern, `${'a'.repeat(9)}!`)).toBe(undefined)
    expect(refusal(pattern, `${'a'.repeat(16)}!`)).toEqual(refused())
  })

  test('are limited for a value, too', () => {
    const texts = Array.from({ length: 2_000 }, () => `${'a'.repeat(10)}!`)
    const document = { properties: { a: { items: pattern } } }
    expect(refusal(document, { a: texts.slice(0, 100) })).toBe(undefined)
    expect(refusal(document, { a: texts })).toMatchObject({ path: ['a', expect.any(Number)] })
  })

  test('are told with a pattern that is cut', () => {
    const long = `^(a+)+${'b'.repeat(200)}$`
    expect(refusal({ pattern: long }, evil)).toEqual({
      path: [],
      message: `is too complex for the pattern "^(a+)+${'b'.repeat(94)}…"`,
    })
  })
})

test('a value that is too deep is refused as a whole', () => {
  let value: object = {}
  for (let level = 0; level < 100_000; level += 1) value = { a: value }
  expect(refusal({ properties: { a: { $ref: '#' }, b: pattern } }, value)).toEqual({
    path: [],
    message: 'is too complex to validate',
  })
})

test('what a member throws is thrown on', () => {
  const reason = new TypeError('not now')
  const value = {
    get a() {
      throw reason
    },
  }
  expect(() => refusal({ properties: { a: pattern } }, value)).toThrow(reason)
})

test('suspects are confirmed that are exponential, and either not in the document or without bounds', () => {
  const suspects = [
    ['^(a+)+$', ''],
    ['^(a+)+$', '/pattern'],
    ['^(ab)+$', ''],
    ['^a+$', ''],
    ['^(a+)+b{30000}$', '/pattern'],
    ['^(ab)+\\b(c)\\2$', '/pattern'],
  ].map(([given = '', path = '']) => ({ pattern: given, path, reason: 'r' }))
  expect(confirmSuspects(suspects)).toEqual([suspects[0], suspects[4]])
})
