import { createServer, tool } from 'omniport'
import { createFetchHandler } from 'omniport/http'

const input = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
const add = tool({ input, run: ({ a }) => String(a + 1) })
const server = createServer({ name: 'worker', version: '1', tools: { add } })

const closed = createFetchHandler(server)
const open = createFetchHandler(server, { path: '/open', sseEndpoints: false, allowedOrigins: ['http://app.example'] })

/** No page may call `/mcp`, and pages of one origin `/open`. */
export default { fetch: (request) => (new URL(request.url).pathname === '/open' ? open(request) : closed(request)) }
