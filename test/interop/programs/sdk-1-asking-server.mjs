import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import process from 'node:process'
import { createAskingServer } from './serve-asking-sdk-1.mjs'

/**
 * Serves with the release of the SDK that is named: over stdio, over Streamable HTTP, where streams can be resumed or not, or over
 * the endpoints before that.
 */
const [, , name, way = 'stdio'] = process.argv
const { McpServer } = await import(`${name}/server/mcp.js`)
const types = await import(`${name}/types.js`)
const createAsking = () => createAskingServer({ McpServer, types })
const transports = new Map()

if (way === 'stdio') {
  const { StdioServerTransport } = await import(`${name}/server/stdio.js`)
  await createAsking().connect(new StdioServerTransport())
} else if (way === 'http' || way === 'resumable') {
  const { StreamableHTTPServerTransport } = await import(`${name}/server/streamableHttp.js`)
  listen('/mcp', (request, response) => serveHttp(StreamableHTTPServerTransport, request, response))
} else {
  const { SSEServerTransport } = await import(`${name}/server/sse.js`)
  listen('/sse', (request, response) => serveSse(SSEServerTransport, request, response))
}

async function serveHttp(Transport, request, response) {
  const session = request.headers['mcp-session-id']
  if (session !== undefined && !transports.has(session)) {
    response.writeHead(404).end()
    return
  }
  const transport = transports.get(session) ?? (await begin(Transport))
  await transport.handleRequest(request, response)
}

async function begin(Transport) {
  const transport = new Transport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => transports.set(id, transport),
    ...(way === 'resumable' && { eventStore: await createEventStore() }),
  })
  await createAsking().connect(transport)
  return transport
}

async function createEventStore() {
  const { InMemoryEventStore } = await import(`${name}/examples/shared/inMemoryEventStore.js`)
  return new InMemoryEventStore()
}

async function serveSse(Transport, request, response) {
  const { searchParams } = new URL(request.url, 'http://localhost')
  if (request.method === 'POST') {
    const open = transports.get(searchParams.get('sessionId'))
    await (open?.handlePostMessage(request, response) ?? response.writeHead(404).end())
    return
  }
  const transport = new Transport('/messages', response)
  transports.set(transport.sessionId, transport)
  await createAsking().connect(transport)
}

function listen(path, listener) {
  const http = createServer(listener)
  http.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${http.address().port}${path}\n`))
}
