import { expect, test } from 'vitest'
import { Waiters } from './waiters.js'

const never = new AbortController().signal

test('who waits goes on when it happens, and who comes later at once', async () => {
  const waiters = new Waiters<string>()
  const passed: string[] = []
  const waiting = ['a', 'a', 'b'].map((key) => waiters.wait(key, never).then(() => passed.push(key)))
  expect(waiters.has('a')).toBe(false)
  waiters.add('a')
  await Promise.all(waiting.slice(0, 2))
  expect([passed, waiters.has('a'), waiters.has('b')]).toEqual([['a', 'a'], true, false])
  await waiters.wait('a', AbortSignal.abort())
  waiters.add('b')
  await waiting[2]
  expect(passed).toEqual(['a', 'a', 'b'])
})

test('who leaves is told why, whether it waits or comes', async () => {
  const waiters = new Waiters<string>()
  const controller = new AbortController()
  const waiting = waiters.wait('a', controller.signal)
  controller.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(waiters.wait('a', controller.signal)).rejects.toThrow('gone')
})
