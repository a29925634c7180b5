import { afterEach, describe, expect, test, vi } from 'vitest'
import { toJsonText } from './json-text.js'
import { randomName } from './random-name.js'
import { jitter, pause, systemClock } from './system-clock.js'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the text of a value', () => {
  test('is its JSON', () => {
    expect([toJsonText('x', { a: [1, null] }), toJsonText('x', 'a')]).toEqual(['{"a":[1,null]}', '"a"'])
  })

  test.each([
    [undefined, 'undefined'],
    [() => {}, 'function'],
  ])('needs a value of JSON: %s', (value, type) => {
    expect(() => toJsonText('inbox: a value', value)).toThrow(
      new TypeError(`inbox: a value must be a JSON value, got ${type}`),
    )
  })
})

describe('a random name', () => {
  test('has so many lower-case letters and digits', () => {
    expect([randomName(0), randomName(1).length, randomName(16)]).toEqual([
      '',
      1,
      expect.stringMatching(/^[0-9a-z]{16}$/),
    ])
  })

  test('uses all of them, and is another one each time', () => {
    const names = Array.from({ length: 600 }, () => randomName(16))
    expect([new Set(names).size, new Set(names.join('')).size]).toEqual([600, 36])
  })

  test('has each of them as often as the others', () => {
    const name = randomName(36_000)
    const counts = [...'0123456789abcdefghijklmnopqrstuvwxyz'].map((digit) => name.split(digit).length - 1)
    expect(Math.min(...counts)).toBeGreaterThan(800)
    expect(Math.max(...counts)).toBeLessThan(1_200)
  })
})

describe('the clock of the system', () => {
  test('has the time, and calls after a while', () => {
    vi.useFakeTimers({ now: 5_000 })
    const calls: number[] = []
    systemClock.after(10, () => calls.push(systemClock.now()))
    const stop = systemClock.after(10, () => calls.push(-1))
    stop()
    vi.advanceTimersByTime(9)
    expect(calls).toEqual([])
    vi.advanceTimersByTime(1)
    expect(calls).toEqual([5_010])
  })

  test('holds the process only for what is not in the background', () => {
    const timer = setTimeout(() => {}, 0)
    clearTimeout(timer)
    const unref = vi.spyOn(Object.getPrototypeOf(timer) as NodeJS.Timeout, 'unref')
    const stops = [systemClock.after(60_000, () => {}), systemClock.after(60_000, () => {}, { background: false })]
    expect(unref).toHaveBeenCalledTimes(0)
    stops.push(systemClock.after(60_000, () => {}, { background: true }))
    expect(unref).toHaveBeenCalledTimes(1)
    for (const stop of stops) stop()
  })

  test('pauses', async () => {
    const waits: number[] = []
    const after = (ms: number, fn: () => void) => {
      waits.push(ms)
      fn()
      return () => {}
    }
    await pause({ now: () => 0, after }, 25)
    expect(waits).toEqual([25])
  })
})

test.each([
  [0, 20],
  [0.5, 35],
  [0.999, 49.97],
])('a jitter of %d is between both times', (random, expected) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  expect(jitter(20, 50)).toBeCloseTo(expected, 5)
})
