import { expect, test } from 'vitest'
import type { RpcNotification } from '../../../jsonrpc/messages/messages.js'
import { ProgressListeners } from './progress-listeners.js'

const progress = (progressToken: unknown, reached = 1): RpcNotification => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken, progress: reached },
})

test('progress goes to the listener of its token alone, until that stops', () => {
  const listeners = new ProgressListeners()
  const events: [string, unknown][] = []
  const stopNumber = listeners.listen(1, ({ params }) => events.push(['number', params?.['progress']]))
  listeners.listen('1', ({ params }) => events.push(['text', params?.['progress']]))
  listeners.notify(progress(1, 10))
  listeners.notify(progress('1', 20))
  stopNumber()
  stopNumber()
  listeners.notify(progress(1, 30))
  listeners.notify(progress('1', 40))
  expect(events).toEqual([
    ['number', 10],
    ['text', 20],
    ['text', 40],
  ])
})

test('progress without a token that somebody listens for is ignored', () => {
  const listeners = new ProgressListeners()
  const events: unknown[] = []
  listeners.listen(1, (notification) => events.push(notification))
  for (const token of [2, undefined, null, {}]) listeners.notify(progress(token))
  listeners.notify({ jsonrpc: '2.0', method: 'notifications/progress' })
  expect(events).toEqual([])
})
