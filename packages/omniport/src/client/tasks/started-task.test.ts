import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { cancelUnwanted } from './started-task.js'

test('a task that nobody wants is cancelled once, and a failure of that is ignored', async () => {
  let cancels = 0
  const cancel = () => {
    cancels += 1
    return Promise.reject(new Error('The server is away'))
  }
  const unhandled: unknown[] = []
  const onUnhandled = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', onUnhandled)
  cancelUnwanted({ cancel })
  await settled()
  process.off('unhandledRejection', onUnhandled)
  expect([cancels, unhandled]).toEqual([1, []])
})
