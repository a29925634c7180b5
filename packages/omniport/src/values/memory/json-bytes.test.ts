import { describe, expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.js'
import { jsonBytes } from './json-bytes.js'

test.each<[string, unknown, number]>([
  ['null', null, 64],
  ['a number', 1, 64],
  ['a string', 'abc', 64 + 6],
  ['an array', [1, 'a'], 64 + 64 + 66],
  ['an object, with its names', { ab: 1, c: [] }, 64 + 4 + 64 + 2 + 64],
])('%s takes 64 bytes a value and 2 a character', (_name, value, expected) => {
  expect(jsonBytes(value)).toBe(expected)
})

describe('a budget', () => {
  test('takes what fits with the rest, and counts it', () => {
    const budget = createByteBudget()
    expect([budget.tryChange(0, 6, 10), budget.tryChange(0, 5, 10), budget.tryChange(0, 4, 10)]).toEqual([
      true,
      false,
      true,
    ])
    expect(budget.used).toBe(10)
  })

  test('counts something anew in place of what was counted of it', () => {
    const budget = createByteBudget()
    budget.add(4)
    expect([budget.tryChange(0, 2, 10), budget.tryChange(2, 7, 10), budget.tryChange(2, 6, 10)]).toEqual([
      true,
      false,
      true,
    ])
    budget.remove(4)
    expect(budget.used).toBe(6)
  })

  test('takes anything where there is nothing else', () => {
    const budget = createByteBudget()
    expect([budget.tryChange(0, 20, 10), budget.tryChange(20, 30, 10), budget.tryChange(0, 1, 10)]).toEqual([
      true,
      true,
      false,
    ])
  })
})
