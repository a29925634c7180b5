import { expect, test } from 'vitest'
import { discovered, FakeServer, initialized } from '../client/fixtures/fake-server.js'
import { revisions } from '../protocol/revisions/revision.js'
import { startHost } from './fixtures/start-host.js'

const inputSchema = { type: 'object' }
const strange = { name: 'b', inputSchema, annotations: 5, icons: 5, _meta: 5, outputSchema: 5, execution: 5 }
const malformed = [
  { name: 'c', inputSchema: null },
  { name: 5, inputSchema },
  { name: 'd', inputSchema: { properties: 5 } },
]

test.each(revisions)(
  '%s: a server with malformed tools offers the others, and the host says what it left out',
  async (revision) => {
    const tools = [{ name: 'a', inputSchema }, ...malformed, strange]
    const server = new FakeServer({
      'server/discover': () => discovered({ tools: {} }),
      initialize: () => initialized({ tools: {} }, revision),
      'tools/list': () => ({ result: { tools, resultType: 'complete', ttlMs: 0, cacheScope: 'private' } }),
      'tools/call': () => ({ result: { content: [{ type: 'text', text: 'done' }], resultType: 'complete' } }),
    })
    const host = startHost({ servers: { s: { target: server.target, revision } }, policy: () => 'allow' })
    const events = host.events()
    expect((await host.tools()).map(({ name }) => name)).toEqual(['s__a', 's__b'])
    expect((await host.callTool('s__a', {})).content).toEqual([{ type: 'text', text: 'done' }])
    const errors: unknown[] = []
    for await (const event of events) {
      if (event.type !== 'error') continue
      errors.push([event.server, event.error.message])
      break
    }
    const problem = 'tools[1] ("c"): inputSchema must be an object; tools[2]: name must be a string; '
    const last = 'tools[3] ("d"): inputSchema.properties must be an object'
    expect(errors).toEqual([['s', `tools/list: left out 3 of 5: ${problem}${last}`]])
  },
)
