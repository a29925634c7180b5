import { completable } from 'mcp-sdk-2024/server/completable.js'
import { McpServer, ResourceTemplate } from 'mcp-sdk-2024/server/mcp.js'
import { SSEServerTransport } from 'mcp-sdk-2024/server/sse.js'
import * as types from 'mcp-sdk-2024/types.js'
import { createSdk1Server, type Sdk1Server } from '../../programs/create-sdk-1-server.mjs'
import { Waits } from '../../programs/waits.mjs'
import type { Hosted } from './hosted.js'
import { listen } from './listen.js'

/** Serves 2024-11-05 with the release of its time: streams at `/sse`, messages at `/messages`. */
export async function hostSse(): Promise<Hosted> {
  const sdk = { McpServer, ResourceTemplate, completable, types } as unknown as Sdk1Server // typed apart, and used alike
  const waits = new Waits()
  const transports = new Map<string, SSEServerTransport>()
  const { origin, cut, close } = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const transport = transports.get(searchParams.get('sessionId') ?? '')
    if (request.method === 'POST' && pathname === '/messages' && transport !== undefined) {
      await transport.handlePostMessage(request, response)
    } else if (request.method === 'GET' && pathname === '/sse') {
      const opened = new SSEServerTransport('/messages', response)
      transports.set(opened.sessionId, opened)
      response.on('close', () => transports.delete(opened.sessionId))
      await createSdk1Server(sdk, waits).connect(opened as never) // typed apart
    } else {
      response.writeHead(404).end()
    }
  })
  return { url: `${origin}/sse`, sessions: () => transports.size, forget: () => transports.clear(), cut, close }
}
