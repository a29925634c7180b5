import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { revisions } from '../protocol/revisions/revision.js'
import { createServer } from '../server/create-server.js'
import { prompt } from '../server/prompts/prompt.js'
import { resource } from '../server/resources/resource.js'
import { tool } from '../server/tools/tool.js'
import type { Client } from './client.js'
import { connect } from './connect.js'
import { capabilities } from './fixtures/connect-fake.js'
import { FakeServer, type Reply } from './fixtures/fake-server.js'
import { done } from './fixtures/input.js'

const names = [
  { name: 'fake', version: '1' },
  { name: 'admin', version: '999.0.0', title: 'The operator', websiteUrl: 'https://localhost/' },
  { name: '__proto__', version: '2026-07-28' },
]

/** Everything that may be asked of a server, and what became of it. */
async function useAll(client: Client) {
  const outcomes = await Promise.allSettled([
    client.callTool('t', {}),
    client.callTool('gone', {}),
    client.listTools(),
    client.listResources(),
    client.readResource('a:b'),
    client.getPrompt('p'),
    client.setLogLevel('error'),
    client.ping(),
  ])
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)))
}

test.each(revisions)('%s: whatever a client calls itself, a server answers the same', async (revision) => {
  verifies('VER-19')
  const server = createServer({
    name: 's',
    version: '1',
    logger: { error: () => {}, warn: () => {} },
    tools: { t: tool({ run: (_args, ctx) => JSON.stringify(ctx.principal ?? null) }) },
    resources: { r: resource({ uri: 'a:b', read: () => 'text' }) },
    prompts: { p: prompt({ get: () => 'text' }) },
  })
  const seen = await Promise.all(
    names.map(async ({ name, version }) => {
      const client = (await connect(server, { name, version, revision })) as object as Client
      const used = await useAll(client)
      await client.close()
      return used
    }),
  )
  expect(seen[0]?.slice(0, 2)).toMatchObject([{ content: [{ text: 'null' }] }, expect.stringContaining('gone')])
  expect(seen.slice(1)).toEqual([seen[0], seen[0]])
  await server.close()
})

test.each(['2025-11-25', '2026-07-28'] as const)(
  '%s: whatever a server calls itself, a client does the same',
  async (revision) => {
    verifies('VER-19')
    const ask = async (info: object | undefined) => {
      const result: Reply = {
        result: {
          capabilities,
          ...(revision === '2025-11-25'
            ? { protocolVersion: revision, serverInfo: info }
            : {
                ...{ resultType: 'complete', supportedVersions: [revision], ttlMs: 0, cacheScope: 'private' },
                _meta: { 'io.modelcontextprotocol/serverInfo': info },
              }),
        },
      }
      const server = new FakeServer({
        'server/discover': () => result,
        initialize: () => result,
        'tools/call': () => done,
      })
      const client = (await connect(server.target)) as object as Client
      const used = await useAll(client)
      const call = { method: 'tools/list', id: 'q' }
      server.send(call)
      await settled()
      await client.close()
      return { name: client.server.name, used, received: server.received }
    }
    const [plain, ...others] = await Promise.all(names.map(ask))
    expect(others.map(({ name }) => name)).toEqual(['admin', '__proto__'])
    for (const { used, received } of others)
      expect({ used, received }).toEqual({ used: plain?.used, received: plain?.received })
  },
)
