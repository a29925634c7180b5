import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { Deadline } from './deadline.js'

function setUp(ms = 100) {
  const runtime = createManualRuntime()
  const expired: number[] = []
  const deadline = new Deadline(runtime, ms, () => void expired.push(runtime.now()))
  return { runtime, deadline, expired }
}

describe('a deadline', () => {
  test('that nobody holds expires in time, once', () => {
    const { runtime, expired } = setUp()
    runtime.advance(1_000)
    expect([expired, runtime.timers]).toEqual([[100], 0])
  })

  test('does not expire once it is stopped, held or not', () => {
    const { runtime, deadline, expired } = setUp()
    const release = deadline.pause()
    deadline.stop()
    release()
    runtime.advance(1_000)
    expect([expired, runtime.timers]).toEqual([[], 0])
  })

  test('that is stopped after it was due does not expire', () => {
    const { runtime, deadline, expired } = setUp()
    const release = deadline.pause()
    runtime.advance(500)
    deadline.stop()
    release()
    runtime.advance(1_000)
    expect([expired, runtime.timers]).toEqual([[], 0])
  })

  test('waits for the last of those who hold it, each of whom counts once', () => {
    const { runtime, deadline, expired } = setUp()
    runtime.advance(40)
    const first = deadline.pause()
    runtime.advance(10)
    const second = deadline.pause()
    first()
    first()
    runtime.advance(500)
    expect(expired).toEqual([])
    second()
    runtime.advance(59)
    expect(expired).toEqual([])
    runtime.advance(1)
    expect(expired).toEqual([610])
  })

  test('expires when it was left alone for its time, however it was held', () => {
    const spans = fc.array(fc.record({ free: fc.nat(60), held: fc.nat(300) }), { maxLength: 8 })
    fc.assert(
      fc.property(spans, (all) => {
        const { runtime, deadline, expired } = setUp()
        let free = 0
        let expected: number | undefined
        for (const span of all) {
          if (expected === undefined && free + span.free >= 100) expected = runtime.now() + 100 - free
          runtime.advance(span.free)
          free += span.free
          const release = deadline.pause()
          runtime.advance(span.held)
          release()
        }
        expected ??= runtime.now() + Math.max(0, 100 - free)
        runtime.advance(200)
        expect(expired).toEqual([expected])
      }),
    )
  })
})
