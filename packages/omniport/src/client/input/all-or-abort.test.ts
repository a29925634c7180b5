import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createManualRuntime, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { allOrAbort } from './all-or-abort.js'

/** A function that never settles, and the reasons that its signals aborted with. */
function waiting() {
  const reasons: unknown[] = []
  const run = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => reasons.push(signal.reason))
    return new Promise<never>(() => {})
  }
  return { run, reasons }
}

describe('functions that run together', () => {
  test('settle with their results in order, and abort nothing', async () => {
    const signals: AbortSignal[] = []
    const answering = (value: string) => async (signal: AbortSignal) => {
      signals.push(signal)
      return value
    }
    const clock = createManualRuntime()
    expect(await allOrAbort([answering('a'), answering('b')], { clock, signals: [], timeoutMs: 1 })).toEqual(['a', 'b'])
    expect([signals.map(({ aborted }) => aborted), clock.timers]).toEqual([[false, false], 0])
  })

  test('are aborted when one fails', async () => {
    const { run, reasons } = waiting()
    const clock = createManualRuntime()
    const reason = new Error('no screen')
    const failing = () => Promise.reject(reason)
    await expect(allOrAbort([run, failing, run], { clock, signals: [], timeoutMs: 1_000 })).rejects.toBe(reason)
    expect([reasons, clock.timers]).toEqual([[reason, reason], 0])
  })

  test('are aborted when their time is over', async () => {
    const { run, reasons } = waiting()
    const clock = createManualRuntime()
    const rejected = expect(allOrAbort([run], { clock, signals: [], timeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'timeout',
    })
    clock.advance(1_000)
    await rejected
    expect(reasons).toMatchObject([{ code: 'timeout' }])
  })

  test('do not begin for a signal that has aborted', async () => {
    let calls = 0
    const run = async () => {
      calls += 1
    }
    const reason = new Error('given up')
    const signals = [undefined, AbortSignal.abort(reason)]
    await expect(allOrAbort([run], { clock: createManualRuntime(), signals, timeoutMs: 1 })).rejects.toBe(reason)
    expect(calls).toBe(0)
  })
})

test('nothing is left at the signals, whether it succeeds or fails', async () => {
  const { signal } = new AbortController()
  const options = { clock: new VirtualRuntime(), signals: [signal, undefined], timeoutMs: 1_000 }
  expect(await allOrAbort([async () => 1], options)).toEqual([1])
  await expect(allOrAbort([() => Promise.reject(new Error('no'))], options)).rejects.toThrow('no')
  expect([getEventListeners(signal, 'abort'), options.clock.timers]).toEqual([[], 0])
})
