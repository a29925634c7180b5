import { expect, test } from 'vitest'
import { InMemoryEventStore } from './inMemoryEventStore.js'

const message = (n: number) => ({ jsonrpc: '2.0' as const, method: 'notifications/message', params: { n } })

async function replayed(store: InMemoryEventStore, lastEventId: string) {
  const sent: unknown[] = []
  const streamId = await store.replayEventsAfter(lastEventId, { send: async (_, stored) => void sent.push(n(stored)) })
  return { streamId, sent }
}

test('events of the same stream are sent again, in the order in which they were stored', async () => {
  const store = new InMemoryEventStore()
  const ids = []
  for (let n = 0; n < 20; n += 1) ids.push(await store.storeEvent(n % 2 === 0 ? 'a_1' : 'b', message(n)))
  expect(new Set(ids).size).toBe(20)
  expect(await replayed(store, ids[9] ?? '')).toEqual({ streamId: 'b', sent: [11, 13, 15, 17, 19] })
  expect(await replayed(store, ids[14] ?? '')).toEqual({ streamId: 'a_1', sent: [16, 18] })
  expect(await replayed(store, 'a_1_99')).toEqual({ streamId: '', sent: [] })
})

test('the oldest events are forgotten', async () => {
  const store = new InMemoryEventStore()
  const first = await store.storeEvent('a', message(0))
  for (let n = 1; n <= 10_000; n += 1) await store.storeEvent('a', message(n))
  expect(await replayed(store, first)).toEqual({ streamId: '', sent: [] })
})

function n(stored: object): unknown {
  return (stored as { readonly params: { readonly n: number } }).params.n
}
