import { expect, test } from 'vitest'
import { isWorkerMessage, type ProcessEnd, toStoreChannel, type WorkerMessage } from './worker-messages.js'

test.each([
  [{ omniport: 'ready' }, true],
  [{ omniport: 7 }, false],
  [{}, false],
  [null, false],
  ['ready', false],
  [undefined, false],
])('%j is a message of ours: %s', (message, expected) => {
  expect(isWorkerMessage(message)).toBe(expected)
})

test('the stores have a channel among the messages', () => {
  const sent: WorkerMessage[] = []
  let listener = (_message: WorkerMessage) => {}
  let isListening = true
  const end: ProcessEnd = {
    send: (message) => void sent.push(message),
    listen: (given) => {
      listener = given
      return () => {
        isListening = false
      }
    },
  }
  const channel = toStoreChannel(end)
  channel.send({ a: 1 })
  expect(sent).toEqual([{ omniport: 'stores', message: { a: 1 } }])
  const received: unknown[] = []
  const stop = channel.listen((message) => void received.push(message))
  listener({ omniport: 'ready' })
  listener({ omniport: 'stores', message: { b: 2 } })
  expect(received).toEqual([{ b: 2 }])
  stop()
  expect(isListening).toBe(false)
})
