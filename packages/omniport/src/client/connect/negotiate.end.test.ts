import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { connect } from '../connect.js'
import { discovered, FakeServer, initialized, type Replies } from '../fixtures/fake-server.js'

test.each<[string, Replies]>([
  ['modern', { 'server/discover': () => discovered() }],
  ['older', { initialize: () => initialized() }],
])('a connection to a server that is %s leaves nothing at the signal it was made with', async (_name, answers) => {
  const { signal } = new AbortController()
  const client = await connect(new FakeServer(answers).target, { signal })
  expect(getEventListeners(signal, 'abort')).toEqual([])
  await client.close()
})

test('a connection that fails leaves nothing there either', async () => {
  const { signal } = new AbortController()
  const { target } = new FakeServer({ 'server/discover': () => ({ error: { code: -32603, message: 'Broken' } }) })
  await expect(connect(target, { signal, revision: '2026-07-28' })).rejects.toMatchObject({ code: -32603 })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
