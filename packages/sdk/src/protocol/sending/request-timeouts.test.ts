import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RequestTimeouts, type TimeoutOptions } from './request-timeouts.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function start(more: Partial<TimeoutOptions> = {}) {
  const timeouts = new RequestTimeouts()
  const onTimeout = vi.fn()
  timeouts.start(1, { timeout: 100, maxTotalTimeout: undefined, resetTimeoutOnProgress: true, ...more }, onTimeout)
  return { timeouts, onTimeout }
}

const pass = (ms: number) => vi.advanceTimersByTime(ms)

describe('the time of a request', () => {
  test('is over when it is', () => {
    const { onTimeout } = start()
    pass(99)
    expect(onTimeout).not.toHaveBeenCalled()
    pass(1)
    expect(onTimeout).toHaveBeenCalledOnce()
  })

  test('starts anew with progress', () => {
    const { timeouts, onTimeout } = start()
    for (let times = 0; times < 3; times += 1) {
      pass(99)
      expect(timeouts.extend(1)).toBeUndefined()
    }
    pass(99)
    expect(onTimeout).not.toHaveBeenCalled()
    pass(1)
    expect(onTimeout).toHaveBeenCalledOnce()
  })

  test.each([[false], [undefined]])('goes on where that is not wanted: %s', (resetTimeoutOnProgress) => {
    const { timeouts, onTimeout } = start({ resetTimeoutOnProgress, maxTotalTimeout: 10 })
    pass(99)
    expect(timeouts.extend(1)).toBeUndefined()
    pass(1)
    expect(onTimeout).toHaveBeenCalledOnce()
  })

  test('has a limit, whatever progress there is', () => {
    const { timeouts, onTimeout } = start({ maxTotalTimeout: 150 })
    pass(90)
    expect(timeouts.extend(1)).toBeUndefined()
    pass(59)
    expect(timeouts.extend(1)).toBeUndefined()
    pass(1)
    expect(timeouts.extend(1)).toMatchObject({
      ...{ code: -32001, message: 'MCP error -32001: Maximum total timeout exceeded' },
      data: { maxTotalTimeout: 150, totalElapsed: 150 },
    })
    expect(onTimeout).not.toHaveBeenCalled()
  })

  test('without a limit has none', () => {
    const { timeouts } = start({ maxTotalTimeout: 0 })
    pass(99)
    expect(timeouts.extend(1)).toBeUndefined()
  })

  test('of another request is left alone', () => {
    const { timeouts, onTimeout } = start()
    pass(99)
    expect(timeouts.extend(2)).toBeUndefined()
    timeouts.stop(2)
    pass(1)
    expect(onTimeout).toHaveBeenCalledOnce()
  })
})

describe('a request that has ended', () => {
  test('has no timer', () => {
    const { timeouts } = start({ maxTotalTimeout: 10 })
    timeouts.stop(1)
    expect(vi.getTimerCount()).toBe(0)
    pass(50)
    expect(timeouts.extend(1)).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('with all others has none either', () => {
    const { timeouts } = start({ maxTotalTimeout: 10 })
    timeouts.start(2, { timeout: 5, maxTotalTimeout: undefined, resetTimeoutOnProgress: false }, () => {})
    timeouts.stopAll()
    expect(vi.getTimerCount()).toBe(0)
    pass(50)
    expect(timeouts.extend(1)).toBeUndefined()
  })
})
