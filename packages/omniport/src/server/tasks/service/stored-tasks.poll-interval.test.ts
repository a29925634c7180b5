import { expect, test } from 'vitest'
import { pollInterval } from './stored-tasks.js'

test.each([
  [0, 100],
  [999, 100],
  [1_000, 1_000],
  [86_400_000, 1_000],
  [-1, 1_000],
])('a task that is %d ms old is looked at again after %d', (age, interval) => {
  expect(pollInterval(age)).toBe(interval)
})
