import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { defineSdkV2 } from './define-sdk-v2.mjs'
import { serveFetch } from './serve-fetch.mjs'
import { serveSessions } from './serve-sessions.mjs'
import { largeBytes, readSettings } from './settings.mjs'

const { answers, sessions, tools } = readSettings()
const handler = createMcpHandler(() => defineSdkV2(tools), {
  responseMode: answers === 'sse' ? 'sse' : 'auto',
  maxRequestBodySize: largeBytes,
  maxSubscriptions: 20_000,
})

process.on('message', (message) => {
  if (message === 'change') handler.notify.toolsChanged()
})

if (!sessions) serveFetch((request) => handler.fetch(request))
else
  serveFetch(
    serveSessions(
      async (onsessioninitialized) => {
        const options = { sessionIdGenerator: randomUUID, enableJsonResponse: answers === 'json', onsessioninitialized }
        const transport = new WebStandardStreamableHTTPServerTransport(options)
        await defineSdkV2(tools).connect(transport)
        return transport
      },
      ({ headers }) => headers.get('mcp-session-id'),
    ),
  )
