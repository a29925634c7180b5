import { expect, test } from 'vitest'
import { formatTable, shorten } from './format-table.js'
import { plain } from './style.js'

const page = (columns: number) => ({ columns, style: { ...plain, faint: (text: string) => `F<${text}>` } })

test('cells stand below their heading', () => {
  expect(
    formatTable(
      [
        ['a', 'bb', 'c'],
        ['日本', 'x', 'y'],
        ['z', '', ''],
      ],
      page(80),
    ),
  ).toBe('F<a     bb  c>\n日本  x   y\nz')
})

test('the last column is cut to the page, and to 20 columns at least', () => {
  const rows = [
    ['a', 'b'],
    ['x', 'y'.repeat(40)],
  ]
  expect(formatTable(rows, page(43)).split('\n')[1]).toBe(`x  ${'y'.repeat(40)}`)
  expect(formatTable(rows, page(42)).split('\n')[1]).toBe(`x  ${'y'.repeat(38)}…`)
  expect(formatTable(rows, page(5)).split('\n')[1]).toBe(`x  ${'y'.repeat(19)}…`)
})

test('no rows are an empty text', () => {
  expect(formatTable([], page(80))).toBe('')
})

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['日本語', 6, '日本語'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
])('%s in %i columns', (text, columns, shown) => {
  expect(shorten(text, columns)).toBe(shown)
})
