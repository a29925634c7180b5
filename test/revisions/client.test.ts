import { expect, test } from 'vitest'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { connectFake } from '../../packages/omniport/src/client/fixtures/connect-fake.js'
import {
  discovered,
  FakeServer,
  initialized,
  type Received,
} from '../../packages/omniport/src/client/fixtures/fake-server.js'
import { legacyRevisions, revisions } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { verifiesIn } from '../requirements/verifies.js'
import { settled } from '../support/virtual-runtime.js'

const done = { result: { resultType: 'complete', content: [] } }

test.each(legacyRevisions)('%s: a client offers it in initialize, and then says that it is ready', async (revision) => {
  verifiesIn(revision, 'VER-02', 'VER-04', 'VER-07', 'BASE-11')
  const server = new FakeServer({ initialize: ({ params }) => initialized({}, params?.['protocolVersion']) })
  const client = await connect(server.target, { revision, name: 'me', version: '3' })
  await settled()
  const clientInfo = { name: 'me', version: '3' }
  expect(server.received).toEqual([
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: revision, capabilities: {}, clientInfo },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ])
  await client.close()
})

test.each(legacyRevisions)('%s: whoever gives up while initialize is open cancels nothing', async (revision) => {
  verifiesIn(revision, 'CAN-03')
  const server = new FakeServer({ initialize: () => undefined })
  const controller = new AbortController()
  const connecting = connect(server.target, { revision, signal: controller.signal })
  const rejected = expect(connecting).rejects.toThrow('enough')
  await settled()
  controller.abort(new Error('enough'))
  await rejected
  await settled()
  expect([server.methods, server.closed]).toEqual([['initialize'], true])
})

test.each(revisions)('%s: an id is used once, though its answer has come', async (revision) => {
  verifiesIn(revision, 'BASE-04', 'BASE-05')
  const { client, server } = await connectFake(revision, { 'tools/call': () => done })
  for (let call = 0; call < 5; call += 1) await client.callTool('x', {})
  expect(server.received.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6])
  await client.close()
})

test.each(revisions)(
  '%s: what is cancelled is a request that is open, by a message without an id',
  async (revision) => {
    verifiesIn(revision, 'CAN-01', 'CAN-08', 'BASE-11')
    const name = ({ params }: Received) => params?.['name']
    const { client, server } = await connectFake(revision, {
      'tools/call': (message) => (name(message) === 'quick' ? done : undefined),
    })
    const [quick, slow] = [new AbortController(), new AbortController()]
    await client.callTool('quick', {}, { signal: quick.signal })
    const call = client.callTool('slow', {}, { signal: slow.signal })
    const rejected = expect(call).rejects.toThrow('enough')
    await settled()
    quick.abort(new Error('late'))
    slow.abort(new Error('enough'))
    await rejected
    await settled()
    server.send({ id: 3, ...done })
    await settled()
    const { id: open } = server.received[1] ?? {}
    expect([open, server.received.slice(2)]).toEqual([
      3,
      [
        {
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: 3, reason: 'The caller cancelled' },
        },
      ],
    ])
    await client.close()
  },
)

const prompts = (names: readonly string[], nextCursor?: string) => ({
  result: {
    ...{ resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
    prompts: names.map((name) => ({ name })),
    ...(nextCursor !== undefined && { nextCursor }),
  },
})

test.each(revisions)('%s: pages of any size are read, with cursors as they came', async (revision) => {
  verifiesIn(revision, 'PAG-01', 'PAG-02')
  const byCursor: Record<string, ReturnType<typeof prompts>> = {
    undefined: prompts(['a'], ' ="%'),
    ' ="%': prompts([], 'MTA='),
    'MTA=': prompts(['b', 'c', 'd']),
  }
  const { client, server } = await connectFake(revision, {
    'prompts/list': ({ params }) => byCursor[String(params?.['cursor'])],
  })
  expect((await client.listPrompts()).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  expect(server.received.map(({ params }) => params?.['cursor'])).toEqual([undefined, ' ="%', 'MTA='])
  await client.close()
})

test.each(revisions)('%s: a cursor is not taken along to the next connection', async (revision) => {
  verifiesIn(revision, 'PAG-03')
  const cursors: unknown[] = []
  const answers = {
    'server/discover': () => discovered({ prompts: {} }),
    initialize: () => initialized({ prompts: {} }, revision),
    'prompts/list': ({ params }: Received) => {
      cursors.push(params?.['cursor'])
      return cursors.length === 1 ? prompts(['a'], 'x') : cursors.length === 2 ? undefined : prompts(['b'])
    },
  }
  const first = await connect(new FakeServer(answers).target, { revision })
  const broken = expect(first.listPrompts()).rejects.toMatchObject({ code: 'closed' })
  await settled()
  await first.close()
  await broken
  const second = await connect(new FakeServer(answers).target, { revision })
  expect(await second.listPrompts()).toEqual([{ name: 'b' }])
  expect(cursors).toEqual([undefined, 'x', undefined])
  await second.close()
})
