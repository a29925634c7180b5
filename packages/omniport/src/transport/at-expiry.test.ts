import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { atExpiry } from './at-expiry.js'

const ada = { id: 'ada', scopes: [], claims: {} }

test('calls once, when the credentials end', () => {
  const runtime = createManualRuntime()
  const calls: number[] = []
  atExpiry({ ...ada, expiresAt: 1_000 }, runtime, () => calls.push(runtime.now()))
  runtime.advance(999)
  expect(calls).toEqual([])
  runtime.advance(100_000)
  expect(calls).toEqual([1_000])
})

test('a clock whose timers are shorter than that waits again', () => {
  const runtime = createManualRuntime()
  const calls: number[] = []
  const clock: typeof runtime = { ...runtime, after: (ms, fn) => runtime.after(Math.min(ms, 400), fn) }
  atExpiry({ ...ada, expiresAt: 1_000 }, clock, () => calls.push(runtime.now()))
  runtime.advance(5_000)
  expect(calls).toEqual([1_000])
})

test('what ended already ends with the next turn, and never is never', () => {
  const runtime = createManualRuntime()
  const calls: string[] = []
  atExpiry({ ...ada, expiresAt: -1 }, runtime, () => calls.push('past'))
  atExpiry(ada, runtime, () => calls.push('never'))
  atExpiry(undefined, runtime, () => calls.push('nobody'))
  atExpiry({ ...ada, expiresAt: 10 }, runtime, () => calls.push('stopped'))()
  expect([calls, runtime.timers]).toEqual([[], 1])
  runtime.advance(1_000)
  expect(calls).toEqual(['past'])
})
