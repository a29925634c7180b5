import { expect, test } from 'vitest'
import { RunningHandlers } from './running-handlers.js'

test('handlers that run are waited for, or given up together', async () => {
  const running = new RunningHandlers()
  await running.drained()
  let end: (value: string) => void = () => {}
  const first = running.track(
    new Promise<string>((resolve) => {
      end = resolve
    }),
  )
  const failed = running.track(Promise.reject(new Error('broken')))
  const drained = running.drained()
  await expect(failed).rejects.toThrow('broken')
  end('done')
  expect(await first).toBe('done')
  await drained
  const second = running.track(new Promise(() => {}))
  const given = running.drained()
  running.rejectAll(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  await given
})
