import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { waitAtMost } from './wait-at-most.js'
import { waitFor } from './wait-for.js'

const never = new Promise<string>(() => {})

describe('waiting for a promise', () => {
  test('ends as that does, and leaves nothing', async () => {
    const clock = createManualRuntime()
    const { signal } = new AbortController()
    expect(await waitFor(Promise.resolve('a'), { clock, signal, timeoutMs: 100 })).toBe('a')
    const failed = waitFor(Promise.reject(new Error('broken')), { clock, signal, timeoutMs: 100 })
    await expect(failed).rejects.toThrow('broken')
    expect([clock.timers, getEventListeners(signal, 'abort')]).toEqual([0, []])
  })

  test('ends after its time, with an error that says so', async () => {
    const clock = createManualRuntime()
    const { signal } = new AbortController()
    const waiting = waitFor(never, { clock, signal, timeoutMs: 100 })
    clock.advance(99)
    expect(clock.timers).toBe(1)
    clock.advance(1)
    await expect(waiting).rejects.toMatchObject({ code: 'timeout', message: 'No answer within 100 ms' })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('has no timer where it has no time', async () => {
    const clock = createManualRuntime()
    const waiting = waitFor(Promise.resolve('a'), { clock })
    expect([clock.timers, await waiting]).toEqual([0, 'a'])
  })

  test('ends with the reason of its signal', async () => {
    const clock = createManualRuntime()
    const abort = new AbortController()
    const waiting = waitFor(never, { clock, signal: abort.signal, timeoutMs: 100 })
    abort.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(clock.timers).toBe(0)
    await expect(waitFor(never, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
  })
})

test('what is no signal is refused before a timer runs', async () => {
  const clock = createManualRuntime()
  const signal = new AbortController() as unknown as AbortSignal
  await expect(waitFor(never, { clock, signal, timeoutMs: 100 })).rejects.toThrow(
    'signal.addEventListener is not a function',
  )
  expect(clock.timers).toBe(0)
})

describe('waiting for a promise at most so long', () => {
  test('ends with the promise, and has no timer then', async () => {
    const clock = createManualRuntime()
    await waitAtMost(Promise.resolve(), clock, 100)
    expect(clock.timers).toBe(0)
  })

  test('ends in time', async () => {
    const clock = createManualRuntime()
    let isOver = false
    void waitAtMost(never, clock, 100).then(() => {
      isOver = true
    })
    clock.advance(99)
    await settled()
    expect(isOver).toBe(false)
    clock.advance(1)
    await settled()
    expect(isOver).toBe(true)
  })
})
