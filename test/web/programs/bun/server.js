import { createServer, tool } from 'omniport'

const input = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }

export const server = createServer({
  name: 'bun',
  version: '1',
  tools: { add: tool({ input, run: ({ a }) => String(a + 1) }) },
})
