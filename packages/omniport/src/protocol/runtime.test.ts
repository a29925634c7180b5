import process from 'node:process'
import { expect, test } from 'vitest'
import { defaultRuntime } from './runtime.js'

/** How many timers the process would wait for. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test.each([
  ['a timer', undefined, 1],
  ['a timer in the foreground', { background: false }, 1],
  ['a timer in the background', { background: true }, 0],
])('%s keeps the process alive or not', (_name, options, kept) => {
  const before = timers()
  const stop = defaultRuntime.after(60_000, () => {}, options)
  expect(timers() - before).toBe(kept)
  stop()
  expect(timers()).toBe(before)
})

test('a timer in the background fires', async () => {
  let fired = 0
  await new Promise<void>((resolve) => {
    defaultRuntime.after(1, () => fired++, { background: true })
    defaultRuntime.after(20, resolve)
  })
  expect(fired).toBe(1)
})
