import { describe, expect, test } from 'vitest'
import type { Tool } from '../../../protocol/model/tool.js'
import { definitionTexts, textsOf } from './definition-texts.js'

const [mostOfText, mostOfTool] = [65_536, 262_144]

/** The texts as `path: text`, names in parentheses. */
function shown(value: unknown): readonly string[] {
  return textsOf('', value).texts.map(({ path, text, isName }) => `${path}: ${isName ? `(${text})` : text}`)
}

const tooLong = (path: string) => ({ path, text: 'not scanned from here on: the definition is too long' })

test('the strings of a tool are read in the order in which a person looks at it', () => {
  const tool = {
    name: 'n',
    description: 'd',
    title: 't',
    annotations: { title: 'a', readOnlyHint: true },
    outputSchema: { type: 'object' },
    inputSchema: { type: 'object', properties: { p: { enum: ['e', 1] } } },
    _meta: { more: 'not seen' },
  }
  const { texts, skipped } = definitionTexts(tool as Tool)
  expect(texts.map(({ path, text, isName }) => `${path}: ${isName ? `(${text})` : text}`)).toEqual([
    '/name: n',
    '/title: t',
    '/description: d',
    '/annotations/title: a',
    '/inputSchema/type: (type)',
    '/inputSchema/type: object',
    '/inputSchema/properties: (properties)',
    '/inputSchema/properties/p: (p)',
    '/inputSchema/properties/p/enum: (enum)',
    '/inputSchema/properties/p/enum/0: e',
    '/outputSchema/type: (type)',
    '/outputSchema/type: object',
  ])
  expect(skipped).toEqual([])
})

test('a tool without the members that it may have has few strings', () => {
  expect(definitionTexts({ name: 'n', inputSchema: { type: 'object' } }).texts.map(({ path }) => path)).toEqual([
    '/name',
    '/inputSchema/type',
    '/inputSchema/type',
  ])
})

describe('a path', () => {
  test('escapes what separates, and shows what cannot be seen', () => {
    expect(shown({ 'a/b~c': 1, 'd\u200be': 1 }).map((line) => line.split(':')[0])).toEqual(['/a~1b~0c', '/dU+200Be'])
  })

  test('has long names cut', () => {
    const [text] = textsOf('', { ['n'.repeat(65)]: 1 }).texts
    expect(text?.path).toBe(`/${'n'.repeat(64)}…`)
    expect(text?.text).toBe('n'.repeat(65))
  })
})

test('values that are no strings, and empty strings, have nothing to read', () => {
  expect(shown([1, true, null, undefined, '', [], {}, 'x'])).toEqual(['/7: x'])
  expect(textsOf('', undefined)).toMatchObject({ texts: [], skipped: [] })
})

describe('a long string', () => {
  test('is read to its end, if that is near enough', () => {
    const text = 'x'.repeat(mostOfText)
    expect(textsOf('/a', text)).toMatchObject({ texts: [{ path: '/a', text, isName: false }], skipped: [] })
  })

  test('is read from its beginning, and the rest is told', () => {
    const { texts, skipped } = textsOf('/a', 'x'.repeat(mostOfText + 1))
    expect(texts.map(({ text }) => text.length)).toEqual([mostOfText])
    expect(skipped).toEqual([
      { path: '/a', text: `only the first ${mostOfText} of its ${mostOfText + 1} characters were scanned` },
    ])
  })
})

describe('a long definition', () => {
  /** Four strings that use all but `left` of what is read, with the cost of the list and of each. */
  const filled = (left: number) => {
    const rest = mostOfTool - left - 5 * 8
    return [...Array.from({ length: 3 }, () => 'x'.repeat(mostOfText)), 'y'.repeat(rest - 3 * mostOfText)]
  }

  test('is read to its end, if that is near enough', () => {
    const { texts, skipped } = textsOf('', filled(0))
    expect([texts.length, skipped]).toEqual([4, []])
  })

  test('is read no further than to its limit, which is told once', () => {
    const { texts, skipped } = textsOf('', [...filled(10), 'abc', 'def'])
    expect(texts.slice(4).map(({ text }) => text)).toEqual(['ab'])
    expect(skipped).toEqual([tooLong('/4')])
    expect(textsOf('', [...filled(8), 'abc', 'def']).texts).toHaveLength(4)
    expect(textsOf('', [...filled(7), 'abc', 'def'])).toMatchObject({ skipped: [tooLong('/4')] })
  })

  test('counts names too', () => {
    const { texts, skipped } = textsOf('', [...filled(8 + 2), { abc: 'x', d: 'y' }])
    expect(texts.slice(4).map(({ path, text }) => [path, text])).toEqual([['/4/abc', 'ab']])
    expect(skipped).toEqual([tooLong('/4/abc')])
  })

  test('of many small values ends too', () => {
    const many = Array.from({ length: 40_000 }, () => 1)
    expect(textsOf('', many).skipped).toEqual([tooLong(`/${mostOfTool / 8 - 1}`)])
  })
})

describe('a deep definition', () => {
  const nested = (levels: number, value: unknown): unknown => (levels === 0 ? value : [nested(levels - 1, value)])

  test('is read 64 levels deep', () => {
    expect(textsOf('', nested(64, 'x'))).toMatchObject({ texts: [{ text: 'x' }], skipped: [] })
  })

  test('is not read below, which is told once', () => {
    const skipped = { path: '/0'.repeat(64), text: 'not scanned: nested deeper than 64 levels' }
    expect(textsOf('', nested(64, ['x']))).toMatchObject({ texts: [], skipped: [skipped] })
    expect(textsOf('', [nested(63, {}), nested(63, {})]).skipped).toHaveLength(1)
    expect(textsOf('', nested(64, null)).skipped).toEqual([])
  })
})
