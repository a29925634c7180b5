import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { TokenBuckets } from './token-buckets.js'

function create(perMinute: number, most?: number) {
  const clock = createManualRuntime()
  const buckets = new TokenBuckets({ perMinute, clock, most })
  const take = (key: string, times = 1) => Array.from({ length: times }, () => buckets.take(key))
  return { clock, buckets, take }
}

describe('a bucket', () => {
  test('gives what it holds at once, then says when there is more', () => {
    const { clock, take } = create(3)
    expect(take('a', 4)).toEqual([0, 0, 0, 20_000])
    clock.advance(5_000)
    expect(take('a')).toEqual([15_000])
    clock.advance(15_000)
    expect(take('a', 2)).toEqual([0, 20_000])
  })

  test('holds no more than a minute has', () => {
    const { clock, take } = create(2)
    take('a', 2)
    clock.advance(3_600_000)
    expect(take('a', 3)).toEqual([0, 0, 30_000])
  })

  test('of less than one in a minute still gives one', () => {
    const { clock, take } = create(0.5)
    expect(take('a', 2)).toEqual([0, 120_000])
    clock.advance(120_000)
    expect(take('a')).toEqual([0])
  })

  test('is not of another key', () => {
    const { take } = create(1)
    expect([...take('a', 2), ...take('__proto__', 2)]).toEqual([0, 60_000, 0, 60_000])
  })

  test('of many tokens gives no more than a minute has after a time without use', () => {
    const { clock, take } = create(60_000)
    const given = (times: number) => take('a', times).filter((waitMs) => waitMs === 0).length
    expect(given(70_000)).toBe(60_000)
    clock.advance(1_000)
    expect(given(2_000)).toBe(1_000)
    clock.advance(3_600_000)
    expect(given(30)).toBe(30)
    clock.advance(3_600_000)
    expect(given(70_000)).toBe(60_000 - 29) // of 30, those after the first count as taken now
  })

  test('of many tokens gives no more than its rate, however it is used', () => {
    const { clock, take } = create(60_000)
    let given = 0
    for (let second = 0; second < 120; second += 1) {
      given += take('a', second % 7 === 0 ? 9_000 : 50).filter((waitMs) => waitMs === 0).length
      expect(given).toBeLessThanOrEqual(60_000 + second * 1_000)
      clock.advance(1_000)
    }
    expect(given).toBeGreaterThan(0.99 * (18 * 9_000))
  })

  test('neither gains nor loses when the clock is set back', () => {
    let now = 1_000_000
    const buckets = new TokenBuckets({ perMinute: 1, clock: { now: () => now } })
    expect(buckets.take('a')).toBe(0)
    now = 0
    expect(buckets.take('a')).toBe(60_000)
  })
})

describe('what is kept', () => {
  test('are buckets that are not full', () => {
    const { clock, buckets, take } = create(2)
    for (let key = 0; key < 50; key += 1) take(`${key}`)
    clock.advance(30_000)
    take('later')
    expect(buckets.size).toBe(1)
  })

  test('is bounded: the fullest goes, of equal ones the longest unused', () => {
    const { buckets, take } = create(4, 3)
    take('a', 3)
    take('b', 2)
    take('c', 2)
    take('d')
    expect(buckets.size).toBe(3)
    expect([...take('a', 2), ...take('c', 3)]).toEqual([0, 15_000, 0, 0, 15_000])
    expect(take('b', 5)).toEqual([0, 0, 0, 0, 15_000]) // in the room of d
    expect(buckets.size).toBe(3)
  })

  test('is bounded: one that is full again goes before one that is not, wherever it is', () => {
    const { clock, buckets, take } = create(2, 3)
    take('a', 2)
    take('b', 2)
    take('c')
    clock.advance(30_000)
    take('d', 2)
    expect(buckets.size).toBe(3)
    expect(['a', 'b', 'd'].flatMap((key) => take(key, 2))).toEqual([0, 30_000, 0, 30_000, 30_000, 30_000])
  })

  test('is never made room by an empty one: new keys share a bucket until there is room', () => {
    const { clock, buckets, take } = create(2, 3)
    for (const key of ['a', 'b', 'c']) take(key, 2)
    clock.advance(15_000)
    expect([...take('d'), ...take('e'), ...take('f'), ...take('d')]).toEqual([0, 0, 30_000, 30_000])
    expect(['a', 'b', 'c'].flatMap((key) => take(key))).toEqual([15_000, 15_000, 15_000])
    clock.advance(60_000)
    expect([...take('d', 3), ...take('e', 3)]).toEqual([0, 0, 30_000, 0, 0, 30_000])
    expect(buckets.size).toBe(2)
  })

  test('is looked through step by step for one that makes room', () => {
    const { buckets, take } = create(2, 100)
    for (let key = 0; key < 100; key += 1) take(`${key}`, key < 70 ? 2 : 1)
    expect([...take('shares', 2), ...take('has its own', 3)]).toEqual([0, 0, 0, 0, 30_000])
    expect(buckets.size).toBe(100)
  })

  test('keeps those that are empty, however many keys come', () => {
    const { clock, take } = create(120, 1_000)
    take('busy', 120)
    for (let key = 0; key < 20_000; key += 1) {
      take(`${key}`)
      if (key % 100 === 0) clock.advance(1)
    }
    const [waitMs = 0] = take('busy', 120).slice(-1)
    expect(waitMs).toBeGreaterThan(0)
  })

  test('is 10,000 at most unless told', () => {
    const { buckets, take } = create(1)
    for (let key = 0; key < 10_050; key += 1) take(`${key}`)
    expect(buckets.size).toBe(10_000)
  })
})
