import { expect, test } from 'vitest'
import { verifiesIn } from '#test/requirements/verifies.js'
import type { Root } from '../../protocol/model/roots.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { serveHttp } from '../../transport/node/serve-http.js'
import { connect } from '../connect.js'
import { deferred } from '../fixtures/connect-fake.js'

const work: Root = { uri: 'file:///work' }

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const)(
  'a server at %s gets the new roots of a client over HTTP',
  async (revision) => {
    verifiesIn(revision, 'ROOT-02', 'ROOT-10')
    const received = deferred<readonly Root[]>()
    const tools = { t: tool({ run: () => '' }) }
    const server = createServer({ name: 's', version: '1', tools, onRootsChange: received.resolve })
    const served = await serveHttp(server, { port: 0 })
    const client = await connect(served.url, { revision, roots: [] })
    client.setRoots([work])
    expect(await received.promise).toEqual([work])
    await client.close()
    await served.close()
    await server.close()
  },
)
