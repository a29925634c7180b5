import { describe, expect, test } from 'vitest'
import type * as z from 'zod/v4'
import { anyObject, base64, elicitationCapability, elicitContent, optionalSafeUrl, safeUrl } from './special-schemas.js'

/** What a schema makes of a value, or what it says against it. */
function outcomeOf(schema: z.ZodType, value: unknown): unknown {
  const { data, error } = schema.safeParse(value)
  return error === undefined ? data : error.issues.map(({ message }) => message)
}

test.each<[unknown, boolean]>([
  [{}, true],
  [[], true],
  [() => {}, true],
  [null, false],
  [undefined, false],
  ['x', false],
  [5, false],
])('any object: %j is one: %s', (value, expected) => {
  expect(anyObject().safeParse(value).success).toBe(expected)
})

test.each([
  ['AA==', 'AA=='],
  ['A', ['Invalid Base64 string']],
  [5, ['Invalid input: expected string, received number']],
])('base64: %j is %j', (value, expected) => {
  expect(outcomeOf(base64(), value)).toEqual(expected)
})

describe('the capability of elicitation', () => {
  test.each([
    [{}, { form: {} }],
    [{ url: {} }, { url: {} }],
    [{ form: {} }, { form: {} }],
    [{ form: { applyDefaults: true, a: 1 } }, { form: { applyDefaults: true, a: 1 } }],
    [{ other: 1 }, { other: 1 }],
  ])('that is sent as %j is %j', (value, expected) => {
    expect(outcomeOf(elicitationCapability(), value)).toEqual(expected)
  })

  test.each([[[]], [null], ['x'], [{ url: 'x' }], [{ form: 5 }], [{ form: { applyDefaults: 'x' } }]])(
    'is not %j',
    (value) => {
      expect(elicitationCapability().safeParse(value).success).toBe(false)
    },
  )
})

describe('what a person filled in', () => {
  test.each([
    [{}, {}],
    [null, undefined],
    [undefined, undefined],
    [
      { a: 'x', b: 1, c: true, d: ['y'] },
      { a: 'x', b: 1, c: true, d: ['y'] },
    ],
  ])('as %j is %j', (value, expected) => {
    expect(outcomeOf(elicitContent(), value)).toEqual(expected)
  })

  test.each([['x'], [{ a: null }], [{ a: [1] }], [{ a: {} }]])('is not %j', (value) => {
    expect(elicitContent().safeParse(value).success).toBe(false)
  })
})

describe('a URL', () => {
  const scripts = 'URL cannot use javascript:, data:, or vbscript: scheme'

  test.each<[unknown, unknown]>([
    ['https://a.example/', 'https://a.example/'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['javascript:alert(1)', [scripts]],
    ['JavaScript:alert(1)', [scripts]],
    ['data:text/html,x', [scripts]],
    ['vbscript:x', [scripts]],
    ['a', ['Invalid URL', 'URL must be parseable']],
  ])('as %j is %j', (value, expected) => {
    expect(outcomeOf(safeUrl(), value)).toEqual(expected)
  })

  test.each<[unknown, unknown]>([
    ['', undefined],
    [undefined, undefined],
    ['https://a.example/', 'https://a.example/'],
  ])('that may be missing: %j is %j', (value, expected) => {
    expect(outcomeOf(optionalSafeUrl(safeUrl()), value)).toEqual(expected)
  })

  test.each(['a', ' ', 'javascript:x', null])('that may be missing is not %j', (value) => {
    expect(optionalSafeUrl(safeUrl()).safeParse(value).success).toBe(false)
  })
})
