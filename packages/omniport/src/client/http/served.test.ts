import { expect, test } from 'vitest'
import { type Revision, revisions } from '../../protocol/revisions/revision.js'
import { tool } from '../../server/tools/tool.js'
import { createFetchHandler } from '../../transport/http/create-fetch-handler.js'
import { serveHttp } from '../../transport/node/serve-http.js'
import type { Client } from '../client.js'
import { connect } from '../connect.js'
import { createTestServer } from './fixtures/served.js'

interface Row {
  readonly revision: Revision
  readonly answers: 'auto' | 'json' | 'sse'
  readonly sessions: boolean
  readonly pinned: 'client' | 'server'
}

const rows = revisions.flatMap((revision) =>
  (['auto', 'json', 'sse'] as const).flatMap((answers) =>
    [true, false].flatMap((sessions) =>
      (['client', 'server'] as const).map((pinned): Row => ({ revision, answers, sessions, pinned })),
    ),
  ),
)

/** What every client of every revision can do. */
async function useAll(client: Client): Promise<unknown> {
  const progress: number[] = []
  const counted = await client.callTool(
    'count',
    { to: 3 },
    { onProgress: ({ progress: reached }) => progress.push(reached) },
  )
  const region = await client.callTool('region', { region: 'Zürich' })
  const tools = await client.listTools()
  await client.ping()
  return { text: [counted, region].map(({ content }) => content), tools: tools.map(({ name }) => name), progress }
}

const used = (answers: string) => ({
  text: [[{ type: 'text', text: 'counted' }], [{ type: 'text', text: 'Zürich' }]],
  tools: ['region', 'count', 'log'],
  progress: answers === 'json' ? [] : [1, 2, 3],
})

test.each(rows)('$revision, wanted by the $pinned, answers $answers, sessions $sessions', async (row) => {
  const { revision, answers, sessions, pinned } = row
  const server = createTestServer(pinned === 'server' ? [revision] : undefined)
  const served = await serveHttp(server, { port: 0, answers, sessions })
  const errors: Error[] = []
  const client: Client = await connect(served.url, {
    onError: (error) => errors.push(error),
    ...(pinned === 'client' && { revision }),
  })
  expect([client.revision, client.server.name, await useAll(client), errors]).toEqual([
    revision,
    'served',
    used(answers),
    [],
  ])
  await client.close()
  await served.close()
  await server.close()
})

test.each(['2024-11-05', '2025-11-25'] as const)('over the endpoints of 2024-11-05 in %s', async (revision) => {
  const server = createTestServer()
  const served = await serveHttp(server, { port: 0 })
  const client: Client = await connect({ url: served.url.replace('/mcp', '/sse') }, { revision })
  expect([client.revision, await useAll(client)]).toEqual([revision, used('sse')])
  const changes = await client.listen({ tools: true })
  server.tools.set('new', tool({ run: () => '' }))
  expect((await changes[Symbol.asyncIterator]().next()).value).toEqual({ type: 'tools' })
  await client.close()
  await served.close()
  await server.close()
})

test.each(['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const)(
  'changes are heard in %s',
  async (revision) => {
    const server = createTestServer()
    const served = await serveHttp(server, { port: 0 })
    const client: Client = await connect(served.url, { revision })
    const changes = await client.listen({ tools: true })
    server.tools.set('new', tool({ run: () => '' }))
    expect((await changes[Symbol.asyncIterator]().next()).value).toEqual({ type: 'tools' })
    await client.close()
    await served.close()
    await server.close()
  },
)

test('with a fetch of the user there is no need for a network', async () => {
  const server = createTestServer()
  const handler = createFetchHandler(server)
  for (const revision of revisions) {
    const client: Client = await connect('http://localhost/mcp', {
      revision,
      fetch: (input, init) =>
        handler(new Request(input, { ...init, headers: { ...init?.headers, host: 'localhost' } })),
    })
    expect([client.revision, await useAll(client)]).toEqual([revision, used('auto')])
    await client.close()
  }
  await handler.close()
  await server.close()
})

test.each(['2025-11-25', '2026-07-28'] as const)(
  'a server that goes away and comes back is used again in %s',
  async (revision) => {
    const server = createTestServer()
    const first = await serveHttp(server, { port: 0 })
    const client: Client = await connect(first.url, { revision })
    expect((await client.listTools()).length).toBe(3)
    await first.close()
    const again = await serveHttp(server, { port: Number(new URL(first.url).port) })
    expect((await client.listTools({ fresh: true })).length).toBe(3)
    await client.close()
    await again.close()
    await server.close()
  },
)
