import { describe, expect, test } from 'vitest'
import { findRecords } from './data-table.js'

describe('the records of a value', () => {
  test.each<[string, unknown, object]>([
    ['are the value itself', [{ a: 1 }, { b: 2, a: 3 }], { rows: [{ a: 1 }, { b: 2, a: 3 }], columns: ['a', 'b'] }],
    ['are its only list', { count: 1, all: [{ a: 1 }] }, { rows: [{ a: 1 }], columns: ['a'], title: 'all' }],
    [
      'are the only list with something in it',
      { empty: [], all: [{ a: 1 }] },
      { rows: [{ a: 1 }], columns: ['a'], title: 'all' },
    ],
  ])('%s', (_name, value, records) => {
    expect(findRecords(value)).toEqual(records)
  })

  test.each<[string, unknown]>([
    ['a text', 'text'],
    ['null', null],
    ['nothing', undefined],
    ['an empty list', []],
    ['a list of numbers', [1]],
    ['a list with a number', [{ a: 1 }, 1]],
    ['a list with null', [{ a: 1 }, null]],
    ['a list of lists', [[1]]],
    ['two lists', { a: [{ b: 1 }], c: [{ d: 1 }] }],
    ['a list of numbers in it', { a: [1] }],
    ['no list', { a: { b: [{ c: 1 }] } }],
    ['records without members', [{}, {}]],
  ])('are not there: %s', (_name, value) => {
    expect(findRecords(value)).toBeUndefined()
  })

  test('have 24 columns at most', () => {
    const wide = (count: number) => [Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, 1]))]
    expect(findRecords(wide(24))?.columns).toHaveLength(24)
    expect(findRecords(wide(25))).toBeUndefined()
  })

  test('have the columns of the first 200', () => {
    const rows = Array.from({ length: 201 }, (_, index) => (index < 199 ? { a: 1 } : { [`at${index}`]: 1 }))
    expect(findRecords(rows)?.columns).toEqual(['a', 'at199'])
  })
})
