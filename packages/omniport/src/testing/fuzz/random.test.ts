import { describe, expect, test } from 'vitest'
import { Random } from './random.js'

const numbers = (seed: number, count = 3) => {
  const random = new Random(seed)
  return Array.from({ length: count }, () => random.next())
}

describe('numbers', () => {
  test.each([
    [0, [1_144_304_738, 1_416_247, 958_946_056]],
    [1, [2_693_262_067, 11_749_833, 2_265_367_787]],
    [12_345, [4_207_900_869, 1_317_490_944, 2_079_646_450]],
    [-1, [3_850_105_811, 813_802_916, 3_073_704_848]],
    [2 ** 32 + 1, [2_693_262_067, 11_749_833, 2_265_367_787]],
  ])('of the seed %i are those of mulberry32', (seed, expected) => {
    expect(numbers(seed)).toEqual(expected.map((number) => number / 2 ** 32))
  })

  test('are from 0 to below 1, and spread', () => {
    const many = numbers(7, 2_000)
    expect(many.filter((number) => number < 0 || number >= 1)).toEqual([])
    const low = many.filter((number) => number < 0.5).length
    expect([low > 900, low < 1_100]).toEqual([true, true])
  })
})

/** What so many seeds give. */
const seen = <T>(give: (random: Random) => T) =>
  new Set(Array.from({ length: 200 }, (_, seed) => give(new Random(seed))))

test('whole numbers have both bounds', () => {
  expect(seen((random) => random.integer(3, 5))).toEqual(new Set([3, 4, 5]))
  expect(seen((random) => random.integer(-1, 0))).toEqual(new Set([-1, 0]))
  expect(seen((random) => random.integer(4, 4))).toEqual(new Set([4]))
})

test('a chance is as likely as it says', () => {
  expect([seen((random) => random.chance(0)), seen((random) => random.chance(1))]).toEqual([
    new Set([false]),
    new Set([true]),
  ])
  const random = new Random(1)
  const hits = Array.from({ length: 1_000 }, () => random.chance(0.2)).filter(Boolean).length
  expect([hits > 150, hits < 250]).toEqual([true, true])
})

test('one of a list is any of them, and nothing of an empty one', () => {
  expect(seen((random) => random.pick(['a', 'b', 'c']))).toEqual(new Set(['a', 'b', 'c']))
  expect(seen((random) => random.pick([] as string[]))).toEqual(new Set([undefined]))
})
