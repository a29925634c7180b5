import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import process from 'node:process'
import { defineSdkV1 } from './define-sdk-v1.mjs'
import { listenAnywhere } from './listen-anywhere.mjs'
import { serveSessions } from './serve-sessions.mjs'
import { largeBytes, readSettings } from './settings.mjs'

const { answers, tools, isWrapped, hasExpress } = readSettings()

/** Serves stdin and stdout with the classes of the official SDK, or with those of a package in its place. */
export async function serveStdioV1(McpServer, StdioServerTransport) {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: largeBytes })
  await connect(defineSdkV1(McpServer, tools), transport)
}

/** Serves HTTP with them, in sessions, with Express before them if that is asked for. */
export async function serveHttpV1(McpServer, StreamableHTTPServerTransport) {
  const serve = serveSessions(
    async (onsessioninitialized) => {
      const options = { sessionIdGenerator: randomUUID, enableJsonResponse: answers === 'json', onsessioninitialized }
      const transport = new StreamableHTTPServerTransport(options)
      await connect(defineSdkV1(McpServer, tools), transport)
      return transport
    },
    ({ headers }) => headers['mcp-session-id'],
  )
  listenAnywhere(
    createServer(hasExpress ? await behindExpress(serve) : (request, response) => void serve(request, response)),
  )
}

/** Connects them; a wrapped transport is one whose messages a program looks at. */
async function connect(server, transport) {
  if (isWrapped) {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => send(message, options)
  }
  await server.connect(transport)
  if (!isWrapped) return
  const { onmessage } = transport
  transport.onmessage = (message, extra) => onmessage.call(transport, message, extra)
}

async function behindExpress(serve) {
  const { default: express } = await import('express')
  const app = express()
  app.use(express.json())
  app.all('/mcp', (request, response) => void serve(request, response, request.body))
  return app
}
