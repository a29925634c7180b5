import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { CallTimes } from './call-times.js'

function create() {
  const clock = createManualRuntime()
  const client = new AbortController()
  const times = new CallTimes({ clock, signal: client.signal, timeoutMs: 100, maxTimeoutMs: 250 })
  const state = () => [times.signal.aborted, times.signal.reason?.message]
  return { clock, client, times, state }
}

const running = [false, undefined]
const late = (ms: number) => [true, `No answer within ${ms} ms`]

describe('the time of a call', () => {
  test('is over without progress', () => {
    const { clock, times, state } = create()
    clock.advance(99)
    expect(state()).toEqual(running)
    clock.advance(1)
    expect(state()).toEqual(late(100))
    expect(times.signal.reason).toMatchObject({ code: 'timeout' })
  })

  test('begins anew with progress, up to the longest time', () => {
    const { clock, times, state } = create()
    for (let at = 0; at < 3; at += 1) {
      clock.advance(80)
      expect(state()).toEqual(running)
      times.extend()
    }
    clock.advance(9)
    expect(state()).toEqual(running)
    clock.advance(1)
    expect(state()).toEqual(late(250))
  })

  test('stands still while a question is open, of several until all are answered', () => {
    const { clock, times, state } = create()
    clock.advance(50)
    const answers = [times.pause(), times.pause()]
    clock.advance(1_000)
    answers[0]?.()
    times.extend()
    clock.advance(1_000)
    expect(state()).toEqual(running)
    answers[1]?.()
    clock.advance(99)
    expect(state()).toEqual(running)
    clock.advance(1)
    expect(state()).toEqual(late(100))
  })

  test('does not begin anew by progress while a question is open', () => {
    const { clock, times, state } = create()
    const answered = times.pause()
    times.extend()
    clock.advance(1_000)
    expect(state()).toEqual(running)
    answered()
    clock.advance(100)
    expect(state()).toEqual(late(100))
  })

  test('of the longest stands still too', () => {
    const { clock, times, state } = create()
    for (let at = 0; at < 2; at += 1) {
      clock.advance(90)
      times.pause()()
    }
    times.pause()
    clock.advance(1_000)
    expect(state()).toEqual(running)
  })
})

test('a client that gives up ends a call with its reason', () => {
  const { client, times } = create()
  const reason = new Error('given up')
  client.abort(reason)
  expect([times.signal.aborted, times.signal.reason]).toEqual([true, reason])
})

test('a call that has ended has no times, and hears nothing of its client', () => {
  const { clock, client, times, state } = create()
  times.end()
  client.abort()
  clock.advance(1_000)
  expect([state(), clock.timers]).toEqual([running, 0])
})
