import { createServer, tool } from 'omniport'
import { createFetchHandler } from 'omniport/http'

const input = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
const add = tool({ input, run: ({ a }) => String(a + 1) })
const server = createServer({ name: 'worker', version: '1', tools: { add } })

export default { fetch: createFetchHandler(server, { allowedOrigins: ['http://app.example'] }) }
