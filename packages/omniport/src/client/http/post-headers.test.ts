import { expect, test } from 'vitest'
import { connectTo } from './fixtures/connect-to.js'
import { modernServer, SessionServer } from './fixtures/servers.js'

test.each([
  ['2025-11-25', () => new SessionServer().answer],
  ['2026-07-28', () => modernServer()],
] as const)('%s: every message is posted as JSON, and answered by JSON or a stream', async (revision, serve) => {
  const { client, web } = await connectTo(serve(), { revision })
  await client.callTool('x', {})
  const posts = web.requests.filter(({ method }) => method === 'POST')
  const headers = posts.map((post) => [post.headers.get('content-type'), post.headers.get('accept')].join(' | '))
  expect([...new Set(headers)]).toEqual(['application/json | application/json, text/event-stream'])
  await client.close()
})
