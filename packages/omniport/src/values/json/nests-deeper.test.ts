import { expect, test } from 'vitest'
import { nestsDeeper } from './nests-deeper.js'

test.each([
  [1, 0],
  ['[[', 0],
  [null, 0],
  [{}, 1],
  [[], 1],
  [[1, null, 'a'], 1],
  [[1, []], 2],
  [{ a: 1, b: { c: [] } }, 3],
])('%j has %i levels', (value, levels) => {
  expect([nestsDeeper(value, levels), nestsDeeper(value, levels + 1)]).toEqual([false, false])
  expect(levels > 0 && nestsDeeper(value, levels - 1)).toBe(levels > 0)
})

test('no more is read than one level beyond the limit', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  expect(nestsDeeper(circle, 100)).toBe(true)
})
