import { describe, expect, test } from 'vitest'
import { defaultLimits, type Limits } from '../protocol/limits/limits.js'
import { ParkingBounds, ParkingSlot } from './parking-bounds.js'

function setUp(limits: Partial<Limits> = {}) {
  const bounds = new ParkingBounds({ ...defaultLimits, ...limits })
  const open = (owner: string | symbol, bytes = 0): ParkingSlot => {
    const slot = bounds.open(owner, bytes)
    if (!(slot instanceof ParkingSlot)) throw new Error(slot)
    return slot
  }
  const usage = () => [bounds.calls, bounds.bytes]
  return { bounds, open, usage }
}

describe('a slot', () => {
  test('counts its call and its bytes until it is released', () => {
    const { open, usage } = setUp()
    const slot = open('ann', 10)
    expect(usage()).toEqual([1, 10])
    expect(slot.add(5)).toBeUndefined()
    slot.remove(3)
    expect(usage()).toEqual([1, 12])
    slot.release()
    expect(usage()).toEqual([0, 0])
  })

  test('does nothing once it is released', () => {
    const { open, usage } = setUp()
    open('bob', 7)
    const slot = open('ann', 10)
    slot.release()
    slot.release()
    slot.remove(10)
    expect(usage()).toEqual([1, 7])
  })
})

describe('a limit', () => {
  test('of calls is for all of them', () => {
    const { bounds, open, usage } = setUp({ parked: 2 })
    const first = open('a')
    open('b')
    expect(bounds.open('c', 1)).toBe('the limit parked is 2')
    expect(usage()).toEqual([2, 0])
    first.release()
    expect(open('c')).toBeInstanceOf(ParkingSlot)
  })

  test('of calls is for one owner', () => {
    const { bounds, open } = setUp({ parkedPerPrincipal: 1 })
    const first = open('a')
    expect(bounds.open('a', 1)).toBe('the limit parkedPerPrincipal is 1')
    expect(open('b')).toBeInstanceOf(ParkingSlot)
    first.release()
    expect(open('a')).toBeInstanceOf(ParkingSlot)
  })

  test.each([
    ['parkedBytes', 'b'],
    ['parkedPerPrincipalBytes', 'a'],
  ] as const)('of bytes may be reached, and not exceeded: %s', (limit, other) => {
    const { bounds, open, usage } = setUp({ [limit]: 10 })
    const problem = `the limit ${limit} is 10 bytes`
    const slot = open('a', 4)
    expect(bounds.open(other, 7)).toBe(problem)
    expect(usage()).toEqual([1, 4])
    const second = open(other, 6)
    expect(slot.add(1)).toBe(problem)
    second.remove(1)
    expect(slot.add(1)).toBeUndefined()
    expect(usage()).toEqual([2, 10])
    slot.release()
    expect(usage()).toEqual([1, 5])
  })

  test('of the bytes of one owner is not for those of others', () => {
    const { open, usage } = setUp({ parkedPerPrincipalBytes: 10 })
    open('a', 10)
    open('b', 10)
    expect(usage()).toEqual([2, 20])
  })

  test('of bytes that is reached takes no slot', () => {
    const { bounds, open } = setUp({ parkedBytes: 10, parkedPerPrincipal: 1 })
    expect(bounds.open('a', 11)).toBe('the limit parkedBytes is 10 bytes')
    expect(open('a', 10)).toBeInstanceOf(ParkingSlot)
  })

  test('counts all calls of an owner as long as one of them is there', () => {
    const { bounds, open } = setUp({ parkedPerPrincipal: 2 })
    const [first] = [open('a'), open('a')]
    first.release()
    open('a')
    expect(bounds.open('a', 0)).toBe('the limit parkedPerPrincipal is 2')
  })
})
