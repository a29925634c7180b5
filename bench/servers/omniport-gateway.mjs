import { once } from 'node:events'
import { createServer } from 'node:http'
import process from 'node:process'
import { createGateway } from 'omniport/gateway'
import { serveHttp } from 'omniport/node'
import { startHttpUpstream, stdioUpstream } from './gateway-upstreams.mjs'
import { readSettings } from './settings.mjs'

const { upstream, count, beside } = readSettings()
const unlimited = { callsPerMinute: Number.POSITIVE_INFINITY, allowUnbounded: ['callsPerMinute'] }
// Clients are anonymous: without `shared`, each modern request would have a connection of its own.
const upstreams =
  upstream === 'http' ? await httpUpstreams() : { bench: { target: stdioUpstream, revision: '2025-11-25', prefix: '' } }
// A list is one page, so that lists of many upstreams can be compared.
const gateway = createGateway({ upstreams, limits: unlimited, pageSize: 10_000 })
const { url } = await serveHttp(gateway, { port: 0, answers: 'json', limits: { keepAliveMs: 300_000 } })
process.stdout.write(`${new URL(url).port}\n`)

/** One process serves them all. The first is called. */
async function httpUpstreams() {
  const port = await startHttpUpstream()
  const at = (index) => ({ target: `http://127.0.0.1:${port}/mcp?upstream=${index}`, isolation: 'shared' })
  const others = Array.from({ length: (count ?? 1) - 1 }, (_, index) => [`other${index + 1}`, at(index + 1)])
  const bench = count === undefined ? { ...at(0), prefix: '' } : at(0)
  return { bench, ...Object.fromEntries(others), ...(beside === 'trouble' && (await trouble())) }
}

/** An upstream that never says a word, and one whose stream for messages is refused. */
async function trouble() {
  const silent = {
    target: { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] },
    isolation: 'shared',
  }
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString())
    if (id === undefined) return response.writeHead(202).end()
    const result = {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'posts', version: '1' },
    }
    const answer = method === 'initialize' ? { result } : { error: { code: -32601, message: 'Method not found' } }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const refusing = { target: `http://127.0.0.1:${server.address().port}/mcp`, isolation: 'shared' }
  return { silent, refusing }
}
