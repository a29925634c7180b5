import { expect, test, vi } from 'vitest'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { serveHttp } from '../../transport/node/serve-http.js'
import { connect } from '../connect.js'

test.each(['2025-11-25', '2026-07-28'] as const)(
  'a client goes on listening when the server ended its stream, in %s',
  async (revision) => {
    let streams = 0
    const server = createServer({ name: 'notes', version: '1', tools: { read: tool({ run: () => '' }) } })
    const served = await serveHttp(server, {
      port: 0,
      auth: ({ method, headers }) => {
        const isStream = method === 'GET' || headers.get('mcp-method') === 'subscriptions/listen'
        if (isStream) streams += 1
        const expiresAt = isStream && streams === 1 ? Date.now() + 100 : undefined
        return { id: 'ada', scopes: [], claims: {}, expiresAt }
      },
    })
    const errors: Error[] = []
    const client = await connect(served.url, { revision, onError: (error) => errors.push(error) })
    const changes = (await client.listen({ tools: true }))[Symbol.asyncIterator]()
    await vi.waitFor(() => expect(streams).toBe(2), 10_000)
    server.tools.set('new', tool({ run: () => '' }))
    expect([await changes.next(), errors]).toEqual([{ done: false, value: { type: 'tools' } }, []])
    await client.close()
    await served.close()
    await server.close()
  },
)
