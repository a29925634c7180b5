import { expect, test } from 'vitest'
import { createHttpRuntime, settled } from '#test/support/virtual-runtime.js'
import { createMemoryBus } from '../../../../store/memory/memory-bus.js'
import { SessionMessages } from './session-messages.js'

test('a message reaches the other nodes with the id of its session, and not the one that sends it', async () => {
  const [bus, runtime] = [createMemoryBus(), createHttpRuntime()]
  const nodes = [1, 2, 3].map(() => new SessionMessages(bus, runtime))
  const seen: unknown[] = []
  const ends = nodes.map((node, at) => node.listen((id, message) => seen.push([at, id, message])))
  await nodes[0]?.publish('s', { type: 'stream', key: 'k' })
  await settled()
  const message = { type: 'stream', key: 'k' }
  expect(seen).toEqual([
    [1, 's', message],
    [2, 's', message],
  ])
  ends[1]?.()
  await nodes[0]?.publish('s', { type: 'changed', change: { logLevel: undefined, subscribed: ['a'] } })
  await settled()
  expect(seen.slice(2)).toEqual([[2, 's', { type: 'changed', change: { subscribed: ['a'] } }]])
})

test('messages of sessions are not those of other topics', async () => {
  const [bus, runtime] = [createMemoryBus(), createHttpRuntime()]
  const topics: unknown[] = []
  bus.subscribe('sessions', (value) => topics.push(value))
  await new SessionMessages(bus, runtime).publish('s', { type: 'ended' })
  await settled()
  expect(topics).toEqual([{ node: expect.stringMatching(/^[0-9a-f]{32}$/), id: 's', message: { type: 'ended' } }])
})
