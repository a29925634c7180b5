import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { ExpiringMap } from './expiring-map.js'

test('whatever is written, moved and deleted, it holds what has time left, with one timer while there is something', () => {
  const key = fc.constantFrom(...'abcdefghij')
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('set' as const), key, ms: fc.nat(50) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), key, ms: fc.constant(0) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), key, ms: fc.nat(20) }) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100, size: 'max' }), (steps) => {
      const clock = createManualRuntime()
      const map = new ExpiringMap<number>(clock)
      const model = new Map<string, { readonly value: number; readonly expiresAt: number }>()
      for (const [value, { do: action, key, ms }] of steps.entries()) {
        if (action === 'set') map.set(key, value, ms)
        if (action === 'set') model.set(key, { value, expiresAt: clock.now() + ms })
        const deleted = action === 'delete' ? [map.delete(key), model.delete(key)] : [false, false]
        expect(deleted[0]).toBe(deleted[1])
        if (action === 'pass') clock.advance(ms)
        for (const [each, { expiresAt }] of model) if (expiresAt <= clock.now()) model.delete(each)
        expect([...'abcdefghij'].map((each) => map.get(each))).toEqual(
          [...'abcdefghij'].map((each) => model.get(each)?.value),
        )
        expect(map.size).toBe(model.size)
      }
      clock.advance(50)
      expect([map.size, clock.timers]).toEqual([0, 0])
    }),
    { numRuns: 200 },
  )
})

test('each entry that goes is told once, deleted, expired or replaced too late', () => {
  const time = { now: 0 }
  const ended: string[] = []
  const map = new ExpiringMap<number>({ now: () => time.now, after: () => () => {} }, (key) => ended.push(key))
  for (const key of 'abcd') map.set(key, 1, 10)
  map.set('b', 2, 20)
  map.delete('a')
  map.delete('a')
  time.now = 10
  map.set('c', 3, 10)
  expect(ended).toEqual(['a', 'c'])
  map.expire()
  map.expire()
  expect([ended, map.get('b'), map.get('c')]).toEqual([['a', 'c', 'd'], 2, 3])
})

test('an entry without an end needs no timer', () => {
  const clock = createManualRuntime()
  const map = new ExpiringMap<number>(clock)
  map.set('a', 1, Number.POSITIVE_INFINITY)
  map.set('b', 2, 10)
  const timers = [clock.timers]
  clock.advance(10)
  timers.push(clock.timers)
  expect([map.get('a'), map.get('b'), timers]).toEqual([1, undefined, [1, 0]])
})

test('its timer is set for what ends first, and stopped when the last entry is deleted', () => {
  const { clock, waits } = createWatchedClock()
  const map = new ExpiringMap<number>(clock)
  map.set('a', 1, 100)
  map.set('b', 2, 10)
  map.set('c', 3, 50)
  map.set('c', 4, 5)
  for (const key of 'abc') map.delete(key)
  expect([waits, clock.timers]).toEqual([[100, 10, 5], 0])
})

test('an entry that is written often costs its timer nothing', () => {
  const { clock, waits } = createWatchedClock()
  const map = new ExpiringMap<number>(clock)
  for (let index = 0; index < 1_000; index++) {
    map.set('a', index, 100)
    clock.advance(1)
  }
  expect([map.get('a'), waits]).toEqual([999, [100, ...Array(10).fill(99)]])
})

/** A clock that tells what timers were started. */
function createWatchedClock() {
  const clock = createManualRuntime()
  const { after } = clock
  const waits: number[] = []
  clock.after = (ms, fn) => {
    waits.push(ms)
    return after(ms, fn)
  }
  return { clock, waits }
}
