import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  CallToolResultSchema,
  type ClientCapabilities,
  CompleteRequestSchema,
  ContentBlockSchema,
  InitializeRequestSchema,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  LATEST_PROTOCOL_VERSION,
  ListToolsRequestSchema,
  type LoggingLevel,
  LoggingLevelSchema,
  ReadResourceRequestSchema,
  ResultSchema,
  RootsListChangedNotificationSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  type Tool,
  ToolSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod/v4'

export const server = new Server(
  { name: 'low', version: '1' },
  { capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, logging: {}, completions: {} } },
)

const tools: Tool[] = [
  { name: 'echo', description: 'echoes', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } },
]
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, requestId, sendRequest }) => {
  const text: unknown = params.arguments?.['text']
  const token: string | number | undefined = params._meta?.progressToken
  await sendRequest({ method: 'ping' }, ResultSchema, { signal, timeout: 1000 })
  if (token !== undefined) {
    await server.notification({ method: 'notifications/progress', params: { progress: 1, progressToken: token } })
  }
  return { content: [{ type: 'text', text: `${requestId} ${text}` }] }
})
server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => ({ contents: [{ uri, blob: 'AA==' }] }))
server.setRequestHandler(SubscribeRequestSchema, () => ({}))
server.setRequestHandler(CompleteRequestSchema, ({ params }) => ({
  completion: { values: params.ref.type === 'ref/prompt' ? [params.ref.name] : [params.ref.uri], hasMore: false },
}))
let level: LoggingLevel = 'info'
server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
  level = params.level
  return {}
})
server.setNotificationHandler(RootsListChangedNotificationSchema, async () => {
  const { roots } = await server.listRoots()
  console.error(roots.length, level, LoggingLevelSchema.options)
})
server.oninitialized = () => console.error(server.getClientVersion()?.name, server.getClientCapabilities()?.roots)
server.onerror = (error: Error) => console.error(error.message)
server.fallbackRequestHandler = async ({ method }) => ({ method })

/** Schemas are objects of zod. */
const MyTool = ToolSchema.extend({ owner: z.string() })
export type MyTool = z.infer<typeof MyTool>
export const owner = (tool: MyTool): string => `${tool.name} ${tool.owner} ${tool.inputSchema.type}`
export const method: 'tools/call' = CallToolRequestSchema.shape.method.value
const CustomRequest = z.object({ method: z.literal('custom/run'), params: z.object({ count: z.number() }) })
server.setRequestHandler(CustomRequest, ({ params }) => ({ twice: params.count * 2 }))
export const parsed: JSONRPCMessage = JSONRPCMessageSchema.parse({ jsonrpc: '2.0', method: LATEST_PROTOCOL_VERSION })
export const blocks = z
  .array(ContentBlockSchema)
  .parse([])
  .map((block) => (block.type === 'text' ? block.text : block.type))
export const partial = CallToolResultSchema.partial().safeParse({}).success
export const begins = InitializeRequestSchema.safeParse({}).success
export type Params = z.infer<typeof CallToolRequestSchema>['params']

/** A transport of a program. */
export class PairTransport implements Transport {
  other: PairTransport | undefined
  sessionId = 'pair'
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.other?.onmessage?.(message, { authInfo: { token: 't', clientId: 'c', scopes: [] } })
  }

  async close(): Promise<void> {
    this.onclose?.()
  }
}

export const capabilities: ClientCapabilities = { elicitation: { form: {}, url: {} }, sampling: { tools: {} } }
const transport = new StdioServerTransport(process.stdin, process.stdout)
if (process.argv.includes('--stdio')) await server.connect(transport)
