import process from 'node:process'
import Fastify from 'fastify'
import { createNodeHandler } from 'omniport/node'
import { server } from './server.js'

const app = Fastify({ forceCloseConnections: true }) // after `mcp.close()` nobody waits for anything
const mcp = createNodeHandler(server, { sseEndpoints: true })

for (const path of mcp.paths) {
  app.all(path, (request, reply) => {
    reply.hijack() // the handler answers, not Fastify
    mcp(Object.assign(request.raw, { body: request.body }), reply.raw)
  })
}
app.get('/', () => 'An MCP server is at /mcp')
app.addHook('preClose', () => mcp.close())

await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' })
console.log(`http://127.0.0.1:${app.server.address().port}/mcp`)

process.once('SIGTERM', () => app.close())
