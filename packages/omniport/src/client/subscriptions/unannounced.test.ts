import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import type { Client } from '../client.js'
import { connect } from '../connect.js'
import { discovered, FakeServer, initialized, type Received, type Replies } from '../fixtures/fake-server.js'
import type { Change, Filter } from './listening.js'

const acknowledgeNothing = ({ id }: Received, server: FakeServer) => {
  const _meta = { 'io.modelcontextprotocol/subscriptionId': id }
  server.notify('notifications/subscriptions/acknowledged', { notifications: {}, _meta })
  return undefined
}
const noMethod = () => ({ error: { code: -32601, message: 'Method not found' } })
const refusal = () => ({ error: { code: -32603, message: 'Subscription limit reached' } })
const everything: Filter = { tools: true, prompts: true, resources: true, uris: ['x://1'] }

const servers: [string, Revision, Replies][] = [
  ['a legacy server that declares no changes', '2025-11-25', {}],
  ['a modern server that acknowledges none', '2026-07-28', { 'subscriptions/listen': acknowledgeNothing }],
  ['a modern server without the method', '2026-07-28', { 'subscriptions/listen': noMethod }],
  ['a modern server that declares none and refuses', '2026-07-28', { 'subscriptions/listen': refusal }],
]

describe.each(servers)('%s', (_name, revision, replies) => {
  const open = async () => {
    const capabilities = { tools: {}, resources: {} }
    const server = new FakeServer({
      'server/discover': () => discovered(capabilities),
      initialize: () => initialized(capabilities),
      ...replies,
    })
    const client: Client = await connect(server.target, { revision })
    return { server, client }
  }

  test.each<[string, Filter, Filter]>([
    ['everything', everything, { uris: [] }],
    ['lists', { tools: true, prompts: true }, {}],
    ['a resource', { uris: ['x://1'] }, { uris: [] }],
    ['nothing', {}, {}],
  ])('grants nothing to who listens to %s, which is no error', async (_what, filter, granted) => {
    verifies('SUB-06')
    const { client } = await open()
    expect((await client.listen(filter)).filter).toEqual(granted)
    await client.close()
  })

  test('the iteration waits until it is closed', async () => {
    const { client } = await open()
    const listening = await client.listen(everything)
    const changes: Change[] = []
    let isOver = false
    const reading = (async () => {
      for await (const change of listening) changes.push(change)
      isOver = true
    })()
    await settled()
    expect([changes, isOver]).toEqual([[], false])
    await listening.close()
    await reading
    expect([changes, isOver]).toEqual([[], true])
    await client.close()
  })
})

test.each(['2025-06-18', '2026-07-28'] as const)('a server of this library grants the same at %s', async (revision) => {
  const server = createServer({ name: 's', version: '1', tools: { a: tool({ run: () => '' }) } })
  const client = await connect(server, { revision })
  expect((await client.listen(everything)).filter).toEqual({ tools: true, uris: [] })
  await client.close()
})
