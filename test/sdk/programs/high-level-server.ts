import { completable } from '@modelcontextprotocol/sdk/server/completable.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import { McpServer, type RegisteredTool, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type EventStore, StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  type CallToolResult,
  ErrorCode,
  type GetPromptResult,
  isInitializeRequest,
  McpError,
  type ReadResourceResult,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import * as z3 from 'zod/v3'
import { z } from 'zod/v4'

export const server = new McpServer(
  { name: 'program', version: '1.0.0', websiteUrl: 'https://example.com' },
  { capabilities: { logging: {} }, instructions: 'read this' },
)

export const add: RegisteredTool = server.registerTool(
  'add',
  {
    title: 'Add',
    description: 'adds',
    inputSchema: { a: z.number(), b: z.number() },
    outputSchema: { sum: z.number() },
  },
  async ({ a, b }, extra): Promise<CallToolResult> => {
    await extra.sendNotification({ method: 'notifications/message', params: { level: 'info', data: a } })
    const sum: number = a + b
    return { content: [{ type: 'text', text: String(sum) }], structuredContent: { sum } }
  },
)

server.tool('old', { text: z3.string(), count: z3.number().optional() }, async ({ text, count }) => ({
  content: [{ type: 'text' as const, text: text.repeat(count ?? 1) }],
}))
server.tool('plain', 'says hello', async () => ({ content: [{ type: 'text', text: 'hello' }] }))
server.tool('marked', 'is marked', { a: z.string() }, { readOnlyHint: true }, async ({ a }, { signal, sessionId }) => {
  if (signal.aborted) throw new McpError(ErrorCode.InvalidRequest, a, { sessionId })
  return { content: [], isError: true }
})

server.registerTool('ask', { inputSchema: z.object({ question: z.string() }) }, async ({ question }) => {
  const { action, content } = await server.server.elicitInput({
    message: question,
    requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] },
  })
  const sampled = await server.server.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: `${action} ${content?.['name']}` } }],
    maxTokens: 10,
  })
  const { roots } = await server.server.listRoots()
  return { content: [{ type: 'text', text: `${sampled.model} ${roots.map((root) => root.uri).join(' ')}` }] }
})

server.registerResource(
  'file',
  'file:///a',
  { mimeType: 'text/plain' },
  async (uri): Promise<ReadResourceResult> => ({
    contents: [{ uri: uri.href, text: 'a' }],
  }),
)
const template = new ResourceTemplate('file:///{name}', {
  list: async () => ({ resources: [{ uri: 'file:///a', name: 'a' }] }),
  complete: { name: (value) => [value] },
})
server.resource('files', template, { description: 'files' }, async (uri, { name }) => ({
  contents: [{ uri: uri.href, text: String(name), mimeType: 'text/plain' }],
}))

server.registerPrompt(
  'greet',
  { argsSchema: { name: completable(z.string(), (value, context) => [value, String(context?.arguments?.['x'])]) } },
  ({ name }): GetPromptResult => ({ messages: [{ role: 'user', content: { type: 'text', text: name } }] }),
)
server.prompt('bare', () => ({ messages: [] }))

add.disable()
add.enable()
add.update({ description: 'adds two', callback: async () => ({ content: [] }) })
add.remove()
server.sendToolListChanged()
await server.sendLoggingMessage({ level: 'info', data: 'started' })

const events: EventStore = {
  storeEvent: async (streamId, message) => `${streamId}_${JSON.stringify(message).length}`,
  replayEventsAfter: async (lastEventId, { send }) => {
    await send('1', { jsonrpc: '2.0', method: 'notifications/message' })
    return lastEventId
  },
}

const app = createMcpExpressApp({ host: '127.0.0.1' })
app.post('/mcp', async (request, response) => {
  if (!isInitializeRequest(request.body)) return
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => 'id',
    onsessioninitialized: (id) => console.log(id),
    eventStore: events,
    enableJsonResponse: true,
  })
  transport.onclose = () => console.log(transport.sessionId)
  await server.connect(transport)
  await transport.handleRequest(request, response, request.body)
})

export function whoCalls(extra: RequestHandlerExtra<ServerRequest, ServerNotification>): string | undefined {
  return extra.authInfo?.clientId ?? extra.requestInfo?.headers['host']?.toString()
}

if (process.argv.includes('--stdio')) await server.connect(new StdioServerTransport())
