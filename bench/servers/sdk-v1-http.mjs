import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { defineSdkV1 } from './define-sdk-v1.mjs'
import { listenAnywhere } from './listen-anywhere.mjs'
import { serveSessions } from './serve-sessions.mjs'
import { readSettings } from './settings.mjs'

const { answers, tools } = readSettings()
const serve = serveSessions(
  async (onsessioninitialized) => {
    const options = { sessionIdGenerator: randomUUID, enableJsonResponse: answers === 'json', onsessioninitialized }
    const transport = new StreamableHTTPServerTransport(options)
    await defineSdkV1(tools).connect(transport)
    return transport
  },
  ({ headers }) => headers['mcp-session-id'],
)
listenAnywhere(createServer((request, response) => void serve(request, response)))
