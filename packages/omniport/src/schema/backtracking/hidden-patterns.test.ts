import { describe, expect, test } from 'vitest'
import { hiddenPatterns } from './hidden-patterns.js'

const reason = 'is not in the JSON Schema, as it would be with the flag u'
const found = (pattern: string) => ({ pattern, path: '', reason })

describe('the patterns of a schema that its document leaves out', () => {
  test('are found wherever they stand in it', () => {
    const ast = { checks: [{ meta: { regExp: /(a+)+/ } }], fields: { b: { inner: { source: '(b+)+', flags: 'i' } } } }
    expect(hiddenPatterns({ ast }).toSorted((one, other) => (one.pattern < other.pattern ? -1 : 1))).toEqual([
      found('(a+)+'),
      found('(b+)+'),
    ])
  })

  test('are told once', () => {
    const checks = [{ regExp: /(a+)+/ }, { regExp: /(a+)+/i }]
    expect(hiddenPatterns({ ast: { checks } })).toEqual([found('(a+)+')])
  })

  test.each([
    ['with the flag u', /(a+)+/u],
    ['with the flags g and u', /(a+)+/gu],
    ['without a group that is repeated', /a+/],
    ['without flags', { source: '(a+)+' }],
    ['without a source', { flags: '' }],
    ['whose source is no text', { source: 5, flags: '' }],
    ['whose flags are no text', { source: '(a+)+', flags: null }],
  ])('are not those %s', (_name, regExp) => {
    expect(hiddenPatterns({ ast: { regExp } })).toEqual([])
  })

  test.each([{}, { ast: undefined }, { ast: null }, { ast: 'text' }, { regExp: /(a+)+/ }])(
    'are none of %j',
    (schema) => {
      expect(hiddenPatterns(schema)).toEqual([])
    },
  )

  test('are found beside members without a value, and in circles', () => {
    const ast: Record<string, unknown> = {
      empty: undefined,
      nothing: null,
      text: 'a',
      regExp: /(a+)+/,
      last: undefined,
    }
    ast['self'] = ast
    expect(hiddenPatterns({ ast })).toEqual([found('(a+)+')])
  })

  test.each([
    [20_000, [found('(a+)+')]],
    [20_001, []],
  ])('are looked for in twenty thousand parts: in the last of %i', (parts, expected) => {
    let ast: object = /(a+)+/
    for (let part = 1; part < parts; part += 1) ast = { inner: ast }
    expect(hiddenPatterns({ ast })).toEqual(expected)
  })
})
