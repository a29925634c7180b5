import { expect, test } from 'vitest'
import { isValidAt } from './is-valid-at.js'

const issuedAt = 1_000_000
const expiresAt = issuedAt + 10_000

test.each([
  ['at once', 0, true],
  ['until it expires', 9_999, true],
  ['not when it expires', 10_000, false],
  ['on a node whose clock is a minute behind', -60_000, true],
  ['not on one that is further behind', -60_001, false],
  ['not on one that is a day behind', -86_400_000, false],
])('a sealed value is valid %s', (_, elapsedMs, expected) => {
  expect(isValidAt({ issuedAt, expiresAt }, issuedAt + elapsedMs)).toBe(expected)
})
