import { test } from 'vitest'
import { createServer as httpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { tool } from '../../packages/omniport/src/server/definitions/tool.js'
import { createNodeHandler } from '../../packages/omniport/src/transport/node/create-node-handler.js'
import { revisions } from '../../packages/omniport/src/protocol/revision.js'

const server = createServer({ name: 's', version: '1', tools: {
  a: tool({ run: async (_a, ctx) => {
    const x = ctx.can('elicit') ? await ctx.elicit('value?', { type: 'object', properties: { value: { type: 'string' } } } as const) : await ctx.sample({ messages: [{ role: 'user', content: 'value?' }], maxTokens: 9 })
    const r = await ctx.roots()
    return JSON.stringify({ x, r })
  } }),
  same: tool({ run: async (_a, ctx) => JSON.stringify(await Promise.all([ctx.roots(), ctx.roots()])) }),
} })
const options = { elicit: () => ({ action: 'accept' as const, content: { value: 'v' } }), sample: () => ({ role: 'assistant' as const, content: [{ type: 'text' as const, text: 'v' }], model: 'm' }), roots: [{ uri: 'file:///a' }] }
test.each(revisions)('%s', async (revision) => {
  for (const wire of [false, true]) {
    const c = await connect(server, { revision, ...options, wire })
    console.log(revision, JSON.stringify(await c.callTool('a', {})))
    console.log(revision, JSON.stringify(await c.callTool('same', {})))
    await c.close()
  }
  for (const sessions of [true, false]) {
    const handler = createNodeHandler(server, { sessions })
    const http = httpServer(handler)
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const { port } = http.address() as AddressInfo
    try {
      const c = await connect(`http://127.0.0.1:${port}/${revision === '2024-11-05' ? 'sse' : 'mcp'}`, { revision, ...options, timeoutMs: 3000, onError: (e) => console.log('onError', e) })
      console.log('http', sessions, revision, JSON.stringify(await c.callTool('a', {})))
      await c.close()
    } catch (e) { console.log('http', sessions, revision, e) }
    await handler.close()
    http.closeAllConnections()
    await new Promise((r) => http.close(r))
  }
})
