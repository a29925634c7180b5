import { expect, test } from 'vitest'
import { Slots } from './slots.js'

test('so many begin at once, and the others in order when one before has ended', () => {
  const slots = new Slots(2)
  const begun: number[] = []
  const taken = [1, 2, 3, 4].map((n) => slots.take(() => begun.push(n)))
  expect([taken, begun]).toEqual([
    [true, true, false, false],
    [1, 2],
  ])
  slots.release()
  expect(begun).toEqual([1, 2, 3])
  slots.release()
  slots.release()
  expect(begun).toEqual([1, 2, 3, 4])
})

test('what ends when it begins makes room for the next, however many there are', () => {
  const slots = new Slots(1)
  let count = 0
  slots.take(() => {})
  for (let n = 0; n < 100_000; n += 1) {
    slots.take(() => {
      count += 1
      slots.release()
    })
  }
  expect(count).toBe(0)
  slots.release()
  expect(count).toBe(100_000)
})
