import { expect, test } from 'vitest'
import { connect } from '../client/connect.js'
import { revisions } from '../protocol/revisions/revision.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import { createGateway } from './create-gateway.js'

test.each(revisions.flatMap((client) => revisions.map((upstream) => [client, upstream] as const)))(
  '%s client and %s upstream',
  async (client, upstream) => {
    const server = createServer({
      name: 'u',
      version: '1',
      revisions: [upstream],
      tools: { echo: tool({ run: () => 'hello' }) },
    })
    const gateway = createGateway({ upstreams: { u: server } })
    const connected = await connect(gateway, { revision: client })
    expect((await connected.listTools()).map(({ name }) => name)).toEqual(['u__echo'])
    expect((await connected.callTool('u__echo', {})).content).toEqual([{ type: 'text', text: 'hello' }])
    await connected.close()
    await gateway.close()
    await server.close()
  },
)
