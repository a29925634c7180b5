import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { createLimits } from '../../../protocol/limits/limits.js'
import type { ByteSink } from '../requests/http-request.js'
import { EventStream } from './event-stream.js'

/** A stream whose end nobody waits for, to a reader that takes nothing. */
function open() {
  const runtime = createManualRuntime()
  const calls: string[] = []
  const sink: ByteSink & { waiting: number } = {
    waiting: 0,
    taken: 0,
    write: (chunk) => {
      sink.waiting += chunk.length
    },
    onDrain: () => {},
    end: () => void calls.push('end'),
    destroy: () => void calls.push('destroy'),
  }
  const limits = createLimits({ outboxBytes: 100, stallMs: 1_000 })
  return { stream: new EventStream({ sink, runtime, limits }), runtime, calls }
}

test('a stream whose end nobody waits for ends all the same', () => {
  const { stream, runtime, calls } = open()
  stream.end()
  stream.end()
  stream.abort()
  expect([stream.ended, calls, runtime.timers]).toEqual([true, ['end'], 0])
})

test('a stream whose end nobody waits for is cut all the same', () => {
  const [full, stalled] = [open(), open()]
  full.stream.write({ data: 'x'.repeat(100) })
  full.stream.write({ data: 'more' })
  stalled.stream.write({ data: 'x' })
  stalled.runtime.advance(1_000)
  expect([full.calls, stalled.calls]).toEqual([['destroy'], ['destroy']])
})
