import { expect, test } from 'vitest'
import { without } from './without.js'

test('a copy lacks the members that are named, and the original has them', () => {
  const value: { a: number; b?: number; c?: number } = { a: 1, b: 2, c: 3 }
  expect(Object.keys(without(value, 'b', 'c'))).toEqual(['a'])
  expect(without(value, 'b')).toEqual({ a: 1, c: 3 })
  expect(without(value)).toEqual(value)
  expect(without(value)).not.toBe(value)
  expect(value).toEqual({ a: 1, b: 2, c: 3 })
})
