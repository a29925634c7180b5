import { z } from 'zod'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'

/** A server with the smallest tool that checks its arguments. Whoever made it closes it. */
export function createAddServer() {
  const input = z.object({ a: z.number(), b: z.number() })
  const add = tool({ input, run: ({ a, b }) => String(a + b) })
  return createServer({ name: 'performance', version: '1.0.0', tools: { add } })
}

/** Calls of it. */
export function addCalls(count: number) {
  return Array.from({ length: count }, (_, id) => {
    return { id, method: 'tools/call', params: { name: 'add', arguments: { a: id, b: 1 } } }
  })
}
