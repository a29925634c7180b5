import { createServer, resource, tool } from 'omniport'
import { apiKeyAuth } from 'omniport/auth'
import { connect } from 'omniport/client'
import { type ServedHttp, serveHttp } from 'omniport/node'
import { afterEach, expect, test } from 'vitest'
import { verifies, verifiesIn } from '../requirements/verifies.js'
import type { Revision } from '../wire/revisions.js'

let served: ServedHttp
afterEach(() => served.close())

async function serve() {
  const server = createServer({
    name: 'keys',
    version: '1.0.0',
    logger: { warn() {}, error() {} },
    tools: {
      link: tool({
        run: async (_, ctx) => (await ctx.elicitUrl('Sign in', (id) => `https://bank.example/?${id}`)).action,
      }),
      pay: tool({ scopes: ['pay'], run: () => 'paid' }),
    },
    resources: { note: resource({ uri: 'note:a', cacheScope: 'public', ttlMs: 60_000, read: () => 'text' }) },
  })
  const auth = apiKeyAuth({ keys: { 'key-of-ada': 'ada' } })
  served = await serveHttp(server, { port: 0, auth })
}

const connectWith = (key: string, revision: Revision = '2026-07-28') =>
  connect({ url: served.url, headers: { 'x-api-key': key } }, { revision, elicitUrl: async () => 'accept' })

test('what anyone may keep is given to nobody who is not authenticated', async () => {
  verifies('CACHE-14')
  await serve()
  await using ada = await connectWith('key-of-ada')
  expect((await ada.readResource('note:a')).contents).toEqual([{ uri: 'note:a', text: 'text' }])
  await expect(connectWith('guessed')).rejects.toMatchObject({ code: 'unauthorized', status: 401 })
})

test.each(['2025-11-25', '2026-07-28'] as const)(
  '%s: who signs in by a link authorizes nothing here',
  async (revision) => {
    verifiesIn(revision, 'ELI-32')
    await serve()
    await using ada = await connectWith('key-of-ada', revision)
    expect((await ada.callTool('link', {})).content).toEqual([{ type: 'text', text: 'accept' }])
    await expect(ada.callTool('pay', {})).rejects.toMatchObject({ code: 'unauthorized', status: 403 })
  },
)
