import { describe, expect, test } from 'vitest'
import { formatValue } from './format-value.js'
import { plain } from './style.js'

const page = {
  columns: 40,
  style: { ...plain, name: (text: string) => `N<${text}>`, faint: (text: string) => `F<${text}>` },
}
const plainPage = { columns: 40, style: plain }
const lines = (value: unknown, columns = 40) => formatValue(value, { columns, style: plain }).split('\n')

test.each([
  ['text', 'text'],
  ['two\nlines\u001b', 'two\nlines\\u001b'],
  [7, '7'],
  [null, 'null'],
  [undefined, 'undefined'],
  [false, 'false'],
  [{}, 'F<(empty)>'],
  [[], 'F<(none)>'],
  [{ a: 1, 'b\n': 'x' }, 'N<a>: 1\nN<b\\n>: x'],
  [{ a: {}, b: [] }, 'N<a>: F<(empty)>\nN<b>: F<(none)>'],
  [{ a: { b: 1 } }, 'N<a>:\n  N<b>: 1'],
  [{ a: 'one\ntwo' }, 'N<a>:\n  one\n  two'],
  [['a', 'b'], '- a\n- b'],
  [[{ a: 1, b: 2 }], '- N<a>: 1\n  N<b>: 2'],
  [[[1, 2], []], '- - 1\n  - 2\n- F<(none)>'],
])('%j', (value, shown) => {
  expect(formatValue(value, page)).toBe(shown)
})

describe('a member', () => {
  test('is on the line of its name where it fits', () => {
    expect(lines({ key: 'x'.repeat(36) })).toEqual([`key: ${'x'.repeat(36)}`])
    expect(lines({ key: 'x'.repeat(37) })).toEqual(['key:', `  ${'x'.repeat(37)}`])
  })

  test('has less room the deeper it is', () => {
    expect(lines({ a: { key: 'x'.repeat(34) } })).toEqual(['a:', `  key: ${'x'.repeat(34)}`])
    expect(lines({ a: { key: 'x'.repeat(35) } })).toEqual(['a:', '  key:', `    ${'x'.repeat(35)}`])
  })

  test('counts the columns of wide letters', () => {
    expect(lines({ key: '日'.repeat(18) })).toEqual([`key: ${'日'.repeat(18)}`])
    expect(lines({ key: '日'.repeat(19) })).toEqual(['key:', `  ${'日'.repeat(19)}`])
  })
})

describe('a list of alike objects', () => {
  test('is a table', () => {
    expect(
      formatValue(
        [
          { name: 'a', n: 1 },
          { n: null, name: 'long' },
        ],
        page,
      ),
    ).toBe('F<name  n>\na     1\nlong  null')
    expect(lines([{ a: 1 }, {}])).toEqual(['a', '1', ''])
    expect(lines({ list: [{ a: 1 }, { a: 2 }] })).toEqual(['list:', '  a', '  1', '  2'])
  })

  test.each([
    ['one object', [{ a: 1 }], ['- a: 1']],
    ['objects with other members', [{ a: 1 }, { b: 2 }], ['- a: 1', '- b: 2']],
    ['an object and a text', [{ a: 1 }, 'x'], ['- a: 1', '- x']],
    ['an object and null', [{ a: 1 }, null], ['- a: 1', '- null']],
    ['a list first', [[1], { 0: 1 }], ['- - 1', '- 0: 1']],
    ['null first', [null, { a: 1 }], ['- null', '- a: 1']],
    ['a text first', ['x', { a: 1 }], ['- x', '- a: 1']],
    ['objects in objects', [{ a: {} }, { a: {} }], ['- a: (empty)', '- a: (empty)']],
    ['empty objects', [{}, {}], ['- (empty)', '- (empty)']],
  ])('is none of %s', (_name, value, shown) => {
    expect(lines(value)).toEqual(shown)
  })

  test('has at most 8 columns', () => {
    const item = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))
    expect(lines([item(8), item(8)])[0]).toBe('k0  k1  k2  k3  k4  k5  k6  k7')
    expect(lines([item(9), item(9)])[0]).toBe('- k0: 0')
  })

  test('fits the page, with two columns after each', () => {
    const items = (length: number) => [
      { a: 'x'.repeat(length), b: 1 },
      { a: 1, b: 2 },
    ]
    expect(lines(items(35))[0]).toBe(`a${' '.repeat(36)}b`)
    expect(lines(items(36))[0]).toBe(`- a: ${'x'.repeat(36)}`)
    expect(lines({ k: items(33) })[1]).toBe(`  a${' '.repeat(34)}b`)
    expect(lines({ k: items(34) })[1]).toMatch(/^ {2}- a:/)
  })
})

test('what is too deep is one line of JSON, cut to 200 characters', () => {
  const nest = (depth: number, value: unknown): unknown => (depth === 0 ? value : { a: nest(depth - 1, value) })
  expect(
    formatValue(nest(8, { b: { c: 1 } }), plainPage)
      .split('\n')
      .at(-1),
  ).toBe(`${'  '.repeat(9)}{"c":1}`)
  expect(
    formatValue(nest(9, { c: 'x'.repeat(300) }), plainPage)
      .split('\n')
      .at(-1)
      ?.trim(),
  ).toBe(`{"c":"${'x'.repeat(194)}…`)
})
