import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { connectStores } from './connect-stores.js'

/** A reader of connected stores, what it sent, and what answers it. */
function read() {
  const sent: JsonValue[] = []
  const listeners = new Set<(message: JsonValue) => void>()
  const { eventLog } = connectStores({
    send: (message) => void sent.push(message),
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const abort = new AbortController()
  const reader = eventLog.read('s', undefined, abort.signal)[Symbol.asyncIterator]()
  const answer = (message: JsonValue) => {
    for (const listener of [...listeners]) listener(message)
  }
  return { abort, reader, sent, answer }
}

const over = { done: true, value: undefined }

test('a reader whose signal aborts gets none of the events that are there', async () => {
  const { abort, reader, sent, answer } = read()
  const first = reader.next()
  await settled(1)
  for (const id of ['1', '2']) answer({ id: 1, event: { id, event: id } })
  expect((await first).value).toEqual({ id: '1', event: '1' })
  abort.abort()
  expect([await reader.next(), await reader.next()]).toEqual([over, over])
  expect(sent.at(-1)).toEqual({ id: 1, end: true })
})

test('a reader whose signal aborts between two events ends at the other side, though nobody asks it for another', async () => {
  const { abort, reader, sent, answer } = read()
  const first = reader.next()
  await settled(1)
  answer({ id: 1, event: { id: '1', event: 'a' } })
  await first
  abort.abort()
  expect(sent.at(-1)).toEqual({ id: 1, end: true })
  expect(await reader.next()).toEqual(over)
  expect(sent).toHaveLength(2)
})

test.each<[string, (reading: ReturnType<typeof read>) => unknown]>([
  ['is answered', ({ answer }) => answer({ id: 1, value: null })],
  ['returns', ({ reader }) => reader.return?.()],
  ['is aborted', ({ abort }) => abort.abort()],
])('a reader that %s leaves no listener at its signal', async (_how, end) => {
  const reading = read()
  const first = reading.reader.next()
  await settled(1)
  reading.answer({ id: 1, event: { id: '1', event: 'a' } })
  await first
  const left = [getEventListeners(reading.abort.signal, 'abort').length]
  await end(reading)
  expect(await reading.reader.next()).toEqual(over)
  left.push(getEventListeners(reading.abort.signal, 'abort').length)
  expect(left).toEqual([1, 0])
})

test('an event that comes while nobody asks is given when somebody does', async () => {
  const { reader, answer } = read()
  const first = reader.next()
  await settled(1)
  answer({ id: 1, event: { id: '1', event: 'a' } })
  await first
  const second = reader.next()
  await settled(1)
  answer({ id: 1, event: { id: '2', event: 'b' } })
  answer({ id: 1, event: { id: '3', event: 'c' } })
  expect([(await second).value, (await reader.next()).value]).toEqual([
    { id: '2', event: 'b' },
    { id: '3', event: 'c' },
  ])
  await reader.return?.()
})
