import { describe, expect, test } from 'vitest'
import { preflight } from '../preflight/preflight.js'
import { collectSchemas, patternsOf, repeatingPatterns, suspectPatterns } from './suspect-patterns.js'

const safe = (document: unknown) => preflight(document, { patterns: 'any' })

describe('the patterns with a group that is repeated', () => {
  test('are found with their places', () => {
    const document = {
      properties: { 'a/b': { pattern: '(a)+' }, c: { items: { pattern: 'c+' } } },
      patternProperties: { '(d)*': { pattern: '(e){2}' }, 'f+': {} },
      $defs: { g: { pattern: '(g)*' } },
      not: { $ref: '#/$defs/g' },
    }
    expect(repeatingPatterns(safe(document)).toSorted()).toEqual([
      ['(a)+', '/properties/a~1b/pattern'],
      ['(d)*', '/patternProperties/(d)*'],
      ['(e){2}', '/patternProperties/(d)*/pattern'],
      ['(g)*', '/$defs/g/pattern'],
    ])
  })

  test('are found where a reference leads', () => {
    const document = { 'x-types': { a: { pattern: '(a)+' } }, $ref: '#/x-types/a' }
    expect(repeatingPatterns(safe(document))).toEqual([['(a)+', '/x-types/a/pattern']])
  })

  test.each([{}, true, { properties: { a: { pattern: 'a+' } } }, { const: { pattern: '(a)+' } }])(
    'are none of %j',
    (document) => {
      expect(repeatingPatterns(safe(document))).toEqual([])
    },
  )
})

test('the schemas of a document are found once each', () => {
  const document = { $defs: { a: { items: { $ref: '#/$defs/a' } } }, properties: { b: { $ref: '#' }, c: true } }
  expect([...collectSchemas(safe(document)).values()].toSorted()).toEqual([
    '',
    '/$defs/a',
    '/$defs/a/items',
    '/properties/b',
  ])
})

test('the patterns of a schema are not those inside it', () => {
  const schema = { pattern: 'a', patternProperties: { b: { pattern: 'c' } }, not: { pattern: 'd' } }
  expect([...patternsOf(schema, '/x')]).toEqual([
    ['a', '/x/pattern'],
    ['b', '/x/patternProperties/b'],
  ])
  expect([...patternsOf({}, '/x'), ...patternsOf(Object.create({ pattern: 'a' }), '/x')]).toEqual([])
})

describe('a pattern is suspect', () => {
  const reasonOf = (pattern: string) => suspectPatterns([[pattern, '/a']])

  test.each([
    ['a'.repeat(10_001), 'is longer than 10000 characters'],
    ['(', 'is not valid without the flag v'],
    ['[\\p{L}--[a-z]]', 'is not valid without the flag v'],
    [`${'('.repeat(101)}a${')'.repeat(101)}`, 'has groups deeper than 100 levels'],
    ['(a)\\1', 'has a back reference'],
    ['(a)+b{9997}', 'is too large'],
    [`${'('.repeat(101)}a${')'.repeat(101)}\\1`, 'has groups deeper than 100 levels'],
    ['(a)\\1b{20000}', 'has a back reference'],
  ])('%.30s', (pattern, reason) => {
    expect(reasonOf(pattern)).toEqual([{ pattern, path: '/a', reason }])
  })

  test.each([
    'a'.repeat(10_000),
    '(a+)+',
    '\\-(a)+',
    '\\u{1F600}(a)+',
    `${'('.repeat(100)}a${')'.repeat(100)}`,
    '(a)+b{9996}',
  ])('not so %.30s', (pattern) => {
    expect(reasonOf(pattern)).toEqual([])
  })

  test('in the order of the document', () => {
    const patterns = [
      ['(b)\\1', '/b'],
      ['c', '/c'],
      ['(', '/a'],
    ] as const
    expect(suspectPatterns(patterns).map(({ path }) => path)).toEqual(['/b', '/a'])
  })
})
