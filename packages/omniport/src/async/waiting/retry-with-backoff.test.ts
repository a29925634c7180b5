import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { type RetryPolicy, retryWithBackoff } from './retry-with-backoff.js'

const startMs = 5_000

/** Attempts of which so many fail, each with its number. */
function setUp(failures: number, policy: Partial<RetryPolicy> = {}) {
  const runtime = new VirtualRuntime({ startMs, randomBytes: () => Uint8Array.of(255) })
  const at: number[] = []
  const failed: unknown[] = []
  const abort = new AbortController()
  const attempt = async () => {
    at.push(runtime.now() - startMs)
    if (at.length <= failures) throw new Error(`failure ${at.length}`)
    return 'done'
  }
  const options = { runtime, signal: abort.signal, isRetryable: () => true, ...policy }
  const run = () => retryWithBackoff(attempt, { onFailure: (reason) => void failed.push(reason), ...options })
  return { runtime, at, failed, abort, run }
}

describe('an attempt', () => {
  test('that succeeds is the only one', async () => {
    const { run, at, failed, runtime } = setUp(0)
    expect([await run(), at, failed, runtime.timers]).toEqual(['done', [0], [], 0])
  })

  test('is repeated until it succeeds, each time after a longer pause', async () => {
    const { run, at, failed, runtime } = setUp(3)
    const done = run()
    await runtime.advance(1_000)
    expect([await done, at, failed.length]).toEqual(['done', [0, 100, 300, 700], 3])
  })

  test('is repeated after the pauses that are given', async () => {
    const given: unknown[] = []
    const delayMs = (count: number, reason: unknown) => {
      given.push([count, String(reason)])
      return count * 10
    }
    const { run, at, runtime } = setUp(2, { delayMs })
    const done = run()
    await runtime.advance(100)
    expect([await done, at]).toEqual(['done', [0, 10, 30]])
    expect(given).toEqual([
      [1, 'Error: failure 1'],
      [2, 'Error: failure 2'],
    ])
  })

  test('is not repeated where that cannot help', async () => {
    const { run, at, failed } = setUp(1, { isRetryable: () => false })
    await expect(run()).rejects.toThrow('failure 1')
    expect([at, failed]).toEqual([[0], []])
  })

  test('is made at most so many times', async () => {
    const { run, at, failed, runtime } = setUp(9, { maxAttempts: 3 })
    const outcome = expect(run()).rejects.toThrow('failure 3')
    await runtime.advance(10_000)
    await outcome
    expect([at, failed.length]).toEqual([[0, 100, 300], 3])
  })

  test.each([
    ['comes in time is repeated', 301, [0, 100, 300, 700]],
    ['comes at the end of the time is the last', 300, [0, 100, 300]],
  ])('that %s', async (_name, timeoutMs, expected) => {
    const { run, at, runtime } = setUp(9, { timeoutMs })
    const outcome = expect(run()).rejects.toThrow(`failure ${expected.length}`)
    await runtime.advance(10_000)
    await outcome
    expect(at).toEqual(expected)
  })

  test('ends with the reason of the signal in a pause', async () => {
    const { run, at, runtime, abort } = setUp(9)
    const outcome = expect(run()).rejects.toThrow('enough')
    await settled()
    abort.abort(new Error('enough'))
    await outcome
    expect([at, runtime.timers]).toEqual([[0], 0])
  })

  test('that fails after the signal is the last, with its own reason', async () => {
    const { run, failed, abort } = setUp(9)
    const done = run()
    abort.abort(new Error('enough'))
    await expect(done).rejects.toThrow('failure 1')
    expect(failed).toEqual([])
  })

  test('may fail without anybody who hears of it', async () => {
    const { abort, runtime } = setUp(0)
    let count = 0
    const attempt = async () => {
      count += 1
      if (count === 1) throw new Error('once')
      return count
    }
    const done = retryWithBackoff(attempt, { runtime, signal: abort.signal, isRetryable: () => true })
    await runtime.advance(100)
    expect(await done).toBe(2)
  })
})
