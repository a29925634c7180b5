import { expect, test } from 'vitest'
import { runSeed } from './run-seed.js'

test.each([3, 27, 2_047, 99_999])('seed %d gives the same history every time', async (seed) => {
  const first = await runSeed(seed)
  const again = await runSeed(seed)
  expect(again.history.toText()).toBe(first.history.toText())
  expect(again.steps).toBe(first.steps)
})

test('another seed gives another history', async () => {
  const [one, other] = [await runSeed(1), await runSeed(2)]
  expect(one.history.toText()).not.toBe(other.history.toText())
})
