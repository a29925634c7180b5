import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { pause } from './pause.js'

function watch(promise: Promise<void>) {
  const state = { isOver: false }
  void promise.then(() => {
    state.isOver = true
  })
  return state
}

test('a pause ends in time', async () => {
  const runtime = createManualRuntime()
  const abort = new AbortController()
  const [plain, signalled] = [watch(pause(runtime, 100)), watch(pause(runtime, 100, abort.signal))]
  runtime.advance(99)
  await settled()
  expect([plain.isOver, signalled.isOver]).toEqual([false, false])
  runtime.advance(1)
  await settled()
  expect([plain.isOver, signalled.isOver]).toEqual([true, true])
  expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0)
})

test('a pause ends early with its signal, and leaves nothing', async () => {
  const runtime = createManualRuntime()
  const abort = new AbortController()
  const paused = pause(runtime, 100, abort.signal)
  expect(runtime.timers).toBe(1)
  abort.abort(new Error('enough'))
  await paused
  expect(runtime.timers).toBe(0)
})

test('a pause whose signal has aborted is none', async () => {
  const runtime = createManualRuntime()
  await pause(runtime, 100, AbortSignal.abort())
  expect(runtime.timers).toBe(0)
})
