import { createServer, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'

const input = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
const add = tool({ input, run: ({ a }) => String(a + 1) })

await serveStdio(createServer({ name: 'deno', version: '1', tools: { add } }))
