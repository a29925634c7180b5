import { expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { TimerOptions } from '../runtime/clock.js'
import { startInterval } from './start-interval.js'

test('the time counts from the end of one run to the start of the next', async () => {
  const runtime = new VirtualRuntime({ startMs: 0 })
  const at: number[] = []
  const ends: (() => void)[] = []
  const stop = startInterval(runtime, 100, () => {
    at.push(runtime.now())
    return new Promise((resolve) => ends.push(resolve))
  })
  await runtime.advance(99)
  expect(at).toEqual([])
  await runtime.advance(1)
  await runtime.advance(500)
  expect(at).toEqual([100])
  ends.shift()?.()
  await runtime.advance(99)
  expect(at).toEqual([100])
  await runtime.advance(1)
  expect(at).toEqual([100, 700])
  stop()
})

test('nothing runs after the end, be it in a pause or in a run', async () => {
  const runtime = new VirtualRuntime({ startMs: 0 })
  let runs = 0
  const stopEarly = startInterval(runtime, 100, async () => {
    runs += 1
  })
  stopEarly()
  expect(runtime.timers).toBe(0)
  let end = () => {}
  const stopLate = startInterval(runtime, 100, () => {
    runs += 1
    return new Promise((resolve) => {
      end = resolve
    })
  })
  await runtime.advance(100)
  stopLate()
  end()
  await settled()
  await runtime.advance(1_000)
  expect([runs, runtime.timers]).toEqual([1, 0])
})

test('its timer keeps no process running', () => {
  const given: unknown[] = []
  const after = (ms: number, _fn: () => void, options?: TimerOptions) => {
    given.push([ms, options])
    return () => {}
  }
  startInterval({ now: () => 0, after }, 100, async () => {})()
  expect(given).toEqual([[100, { background: true }]])
})
