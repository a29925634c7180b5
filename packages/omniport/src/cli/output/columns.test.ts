import { expect, test } from 'vitest'
import { countColumns, fitColumns } from './columns.js'

test.each([
  ['', 0],
  ['abc', 3],
  ['日本', 4],
  ['e\u0301', 1],
  ['👍', 2],
  ['한', 2],
])('%j takes %i columns', (text, columns) => {
  expect(countColumns(text)).toBe(columns)
})

test.each([
  ['abc', 2, 'ab'],
  ['abc', 3, 'abc'],
  ['日本', 3, '日'],
  ['日本', 1, '日'],
  ['e\u0301x', 1, 'e\u0301'],
  ['', 5, ''],
])('the beginning of %j in %i columns', (text, columns, fits) => {
  expect(fitColumns(text, columns)).toBe(fits)
})
