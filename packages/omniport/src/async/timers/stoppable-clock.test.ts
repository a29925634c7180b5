import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { TimerOptions } from '../runtime/clock.js'
import { StoppableClock } from './stoppable-clock.js'

function setUp() {
  const runtime = createManualRuntime()
  return { runtime, clock: new StoppableClock(runtime), fired: [] as string[] }
}

test('its time and its timers are those of the clock behind it', () => {
  const { runtime, clock, fired } = setUp()
  clock.after(10, () => fired.push('a'))
  const stop = clock.after(10, () => fired.push('b'))
  stop()
  runtime.advance(9)
  expect([clock.now(), fired]).toEqual([9, []])
  runtime.advance(1)
  expect([fired, runtime.timers]).toEqual([['a'], 0])
})

test('no timer fires once it is stopped, and none is set any more', () => {
  const { runtime, clock, fired } = setUp()
  clock.after(10, () => fired.push('a'))
  clock.after(20, () => fired.push('b'))
  clock.stop()
  expect(runtime.timers).toBe(0)
  const stop = clock.after(10, () => fired.push('c'))
  stop()
  expect(runtime.timers).toBe(0)
  runtime.advance(100)
  expect([fired, clock.now()]).toEqual([[], 100])
})

test('timers keep their options, and each is stopped once at most', () => {
  const given: unknown[] = []
  const fire: (() => void)[] = []
  let stops = 0
  const clock = new StoppableClock({
    now: () => 0,
    after: (ms: number, fn: () => void, options?: TimerOptions) => {
      given.push([ms, options])
      fire.push(fn)
      return () => {
        stops += 1
      }
    },
  })
  clock.after(5, () => {}, { background: true })
  clock.after(6, () => {})()
  fire[0]?.()
  clock.stop()
  expect(given).toEqual([
    [5, { background: true }],
    [6, undefined],
  ])
  expect(stops).toBe(1)
})
