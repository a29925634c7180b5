import { createServer, tool } from 'omniport'
import { createFetchHandler } from 'omniport/http'

const input = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
const add = tool({ input, run: ({ a }) => String(a + 1) })
const handler = createFetchHandler(createServer({ name: 'deno', version: '1', tools: { add } }))
const onListen = ({ port }) => console.log(port)

Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, (request) => handler(request))
