import { expect, test } from 'vitest'
import { Interrupted } from './interrupted.js'
import { unlessAborted } from './unless-aborted.js'

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends with %i', (signal, exitCode) => {
  expect(new Interrupted(signal)).toMatchObject({ name: 'Interrupted', message: `Ended by ${signal}`, exitCode })
})

test('work goes on unless it is interrupted', async () => {
  const never = new Promise(() => {})
  const controller = new AbortController()
  expect(await unlessAborted(Promise.resolve(7), controller.signal)).toBe(7)
  await expect(unlessAborted(Promise.reject(new Error('failed')), controller.signal)).rejects.toThrow('failed')
  const waiting = unlessAborted(never, controller.signal)
  controller.abort(new Error('stop'))
  await expect(waiting).rejects.toThrow('stop')
  await expect(unlessAborted(never, controller.signal)).rejects.toThrow('stop')
})
