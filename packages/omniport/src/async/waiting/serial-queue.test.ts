import { expect, test } from 'vitest'
import { SerialQueue } from './serial-queue.js'

test('a task begins when the one before it has settled, even if that rejected', async () => {
  const queue = new SerialQueue()
  const events: string[] = []
  const first = queue.run(async () => {
    events.push('first begins')
    await Promise.resolve()
    events.push('first ends')
    throw new Error('first')
  })
  const second = queue.run(async () => events.push('second'))
  await expect(first).rejects.toThrow('first')
  await second
  expect(events).toEqual(['first begins', 'first ends', 'second'])
  expect(await queue.idle).toBe(3) // what the last task gave: the number of events
})
