import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { Backoff, backoffMs } from './backoff.js'

const runtimeOf = (byte: number) => new VirtualRuntime({ startMs: 0, randomBytes: () => Uint8Array.of(byte) })

describe('the delay before a start', () => {
  test('doubles up to half a minute', () => {
    const delays = Array.from({ length: 12 }, (_, attempt) => backoffMs(attempt, runtimeOf(255)))
    expect(delays).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000])
  })

  test('is random by half', () => {
    expect([0, 51, 255].map((byte) => backoffMs(1, runtimeOf(byte)))).toEqual([100, 120, 200])
  })

  test('may have another end', () => {
    expect([0, 1, 2, 3].map((attempt) => backoffMs(attempt, runtimeOf(255), 300))).toEqual([100, 200, 300, 300])
  })
})

describe('a row of attempts', () => {
  function setUp() {
    const runtime = runtimeOf(255)
    return { runtime, backoff: new Backoff(runtime) }
  }

  test('takes longer each time', () => {
    const { backoff } = setUp()
    expect([backoff.nextMs(), backoff.nextMs(), backoff.nextMs()]).toEqual([100, 200, 400])
  })

  test.each([
    ['begins anew after what lasted ten seconds', 10_000, 100],
    ['goes on after what lasted less', 9_999, 400],
  ])('%s', (_name, ms, expected) => {
    const { runtime, backoff } = setUp()
    backoff.nextMs()
    backoff.nextMs()
    runtime.advanceSync(20_000)
    backoff.onRestored()
    runtime.advanceSync(ms)
    backoff.onLost()
    expect(backoff.nextMs()).toBe(expected)
  })

  test('counts from its creation until something is restored', () => {
    const { runtime, backoff } = setUp()
    backoff.nextMs()
    runtime.advanceSync(9_999)
    backoff.onLost()
    expect(backoff.nextMs()).toBe(200)
    runtime.advanceSync(1)
    backoff.onLost()
    expect(backoff.nextMs()).toBe(100)
  })
})
