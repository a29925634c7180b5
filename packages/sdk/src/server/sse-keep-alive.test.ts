import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { armSseKeepAlive, DEFAULT_SSE_KEEP_ALIVE_MS } from './sseKeepAlive.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('the default is 15 seconds', () => {
  expect(DEFAULT_SSE_KEEP_ALIVE_MS).toBe(15_000)
})

test('a function is called at the interval, until the timer is cleared', () => {
  const onTick = vi.fn()
  const timer = armSseKeepAlive(1, onTick)
  vi.advanceTimersByTime(3)
  expect(onTick).toHaveBeenCalledTimes(3)
  clearInterval(timer)
  expect(vi.getTimerCount()).toBe(0)
})

test('the timer does not hold the process', () => {
  const timer = armSseKeepAlive(5, () => {}) as NodeJS.Timeout
  expect(timer.hasRef()).toBe(false)
  clearInterval(timer)
})

test.each([0, 0.9, -5, Number.NaN, Number.POSITIVE_INFINITY])('an interval of %d is none', (intervalMs) => {
  expect([armSseKeepAlive(intervalMs, () => {}), vi.getTimerCount()]).toEqual([undefined, 0])
})

test('an interval that timers cannot have is the longest that they can', () => {
  const onTick = vi.fn()
  const set = vi.spyOn(globalThis, 'setInterval')
  clearInterval(armSseKeepAlive(2 ** 31, onTick))
  clearInterval(armSseKeepAlive(2 ** 31 - 1, onTick))
  expect(set.mock.calls).toEqual([
    [onTick, 2_147_483_647],
    [onTick, 2_147_483_647],
  ])
  set.mockRestore()
})

test('a timer may be a number, as browsers have it', () => {
  const set = vi.spyOn(globalThis, 'setInterval').mockReturnValue(7 as unknown as NodeJS.Timeout)
  expect(armSseKeepAlive(5, () => {})).toBe(7)
  set.mockRestore()
})
