import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { StallWatch } from './stall-watch.js'

function setUp() {
  const runtime = createManualRuntime()
  const sink = { taken: 0 }
  const stalls: number[] = []
  const watch = new StallWatch({ sink, runtime, stallMs: 100, onStall: () => stalls.push(runtime.now()) })
  return { runtime, sink, stalls, watch }
}

describe('a reader that takes nothing', () => {
  test('is told after stallMs, once', () => {
    const { runtime, stalls, watch } = setUp()
    watch.start()
    runtime.advance(99)
    expect(stalls).toEqual([])
    runtime.advance(1_000)
    expect([stalls, runtime.timers]).toEqual([[100], 0])
  })

  test('is watched from the first start on', () => {
    const { runtime, stalls, watch } = setUp()
    watch.start()
    runtime.advance(50)
    watch.start()
    runtime.advance(50)
    expect(stalls).toEqual([100])
  })

  test('though it took something before that, is told', () => {
    const { runtime, sink, stalls, watch } = setUp()
    sink.taken = 5
    watch.start()
    runtime.advance(100)
    expect(stalls).toEqual([100])
  })
})

test('a reader that takes little is not told, and one that stops then is', () => {
  const { runtime, sink, stalls, watch } = setUp()
  watch.start()
  runtime.advance(99)
  sink.taken += 1
  runtime.advance(100)
  expect(stalls).toEqual([])
  runtime.advance(1)
  expect(stalls).toEqual([200])
})

describe('while nothing waits', () => {
  test('nobody stalls, and the timer ends by itself', () => {
    const { runtime, stalls, watch } = setUp()
    watch.start()
    watch.pause()
    expect(runtime.timers).toBe(1)
    runtime.advance(1_000)
    expect([stalls, runtime.timers]).toEqual([[], 0])
    watch.start()
    runtime.advance(100)
    expect(stalls).toEqual([1_100])
  })

  test('a pause counts anew from the next start, with the same timer', () => {
    const { runtime, stalls, watch } = setUp()
    watch.start()
    runtime.advance(60)
    watch.pause()
    watch.start()
    expect(runtime.timers).toBe(1)
    runtime.advance(99)
    expect([stalls, runtime.timers]).toEqual([[], 1])
    runtime.advance(1)
    expect(stalls).toEqual([160])
  })
})

test('what is stopped tells nothing and has no timer, and can start again', () => {
  const { runtime, stalls, watch } = setUp()
  watch.stop()
  watch.start()
  watch.stop()
  expect(runtime.timers).toBe(0)
  runtime.advance(1_000)
  watch.start()
  runtime.advance(100)
  expect(stalls).toEqual([1_100])
})
