import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserClock } from './browser-clock.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 5_000 })
})

afterEach(() => {
  vi.useRealTimers()
})

test('the clock of a page tells its time', () => {
  expect(browserClock.now()).toBe(5_000)
  vi.advanceTimersByTime(10)
  expect(browserClock.now()).toBe(5_010)
})

test('a timer fires once, after its time', () => {
  const fired = vi.fn()
  browserClock.after(100, fired)
  vi.advanceTimersByTime(99)
  expect(fired).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(1)
  expect(fired).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(fired).toHaveBeenCalledTimes(1)
})

test('a timer that was stopped does not fire', () => {
  const fired = vi.fn()
  const stop = browserClock.after(100, fired)
  stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(100)
  expect(fired).toHaveBeenCalledTimes(0)
})

test('a timer that is too long for a browser fires at the end of what that can wait, not at once', () => {
  const fired = vi.fn()
  browserClock.after(2 ** 40, fired)
  vi.advanceTimersByTime(2 ** 31 - 2)
  expect(fired).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(1)
  expect(fired).toHaveBeenCalledTimes(1)
})
