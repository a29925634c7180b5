import { auth, type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ErrorCode,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  McpError,
  type Progress,
} from '@modelcontextprotocol/sdk/types.js'

export class Provider implements OAuthClientProvider {
  #tokens: OAuthTokens | undefined
  #verifier = ''
  readonly redirectUrl = 'http://localhost/callback'

  get clientMetadata(): OAuthClientMetadata {
    return { redirect_uris: [this.redirectUrl], client_name: 'program', grant_types: ['authorization_code'] }
  }

  clientInformation(): OAuthClientInformationMixed {
    return { client_id: 'id' }
  }

  tokens(): OAuthTokens | undefined {
    return this.#tokens
  }

  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens
  }

  redirectToAuthorization(url: URL): void {
    console.log(url.href)
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }
}

const client = new Client({ name: 'c', version: '1' }, { capabilities: { roots: {}, sampling: {}, elicitation: {} } })
client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///a' }] }))
client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => ({
  model: params.modelPreferences?.hints?.[0]?.name ?? 'm',
  role: 'assistant',
  content: { type: 'text', text: String(params.messages.length) },
}))
client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
  params.mode === 'url' ? { action: 'decline' } : { action: 'accept', content: { name: params.message } },
)
client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => console.log(params.level, params.data))
client.onclose = () => console.log('closed')

export async function run(transport: Transport): Promise<string[]> {
  await client.connect(transport, { timeout: 1000 })
  const { tools, nextCursor } = await client.listTools({ cursor: 'a' })
  const onprogress = ({ progress, total }: Progress) => console.log(progress, total)
  const result = await client.callTool({ name: 'a', arguments: { x: 1 } }, undefined, { onprogress, timeout: 5 })
  const typed = await client.request({ method: 'tools/call', params: { name: 'a' } }, CallToolResultSchema)
  const texts = typed.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const { contents } = await client.readResource({ uri: 'a' })
  const { messages } = await client.getPrompt({ name: 'a', arguments: { b: 'c' } })
  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name: 'a' },
    argument: { name: 'b', value: '' },
  })
  await client.setLoggingLevel('debug')
  await client.sendRootsListChanged()
  await client.ping()
  await client.close()
  console.log(
    client.getServerVersion()?.name,
    client.getServerCapabilities()?.tools,
    client.getInstructions(),
    nextCursor,
  )
  return [
    ...texts,
    ...completion.values,
    tools[0]?.name ?? '',
    `${result.isError}`,
    `${contents.length}${messages.length}`,
  ]
}

export function connect(kind: string): Transport {
  const url = new URL('http://localhost/mcp')
  const authProvider = new Provider()
  if (kind === 'stdio') {
    const transport = new StdioClientTransport({
      command: 'node',
      args: ['a.js'],
      env: getDefaultEnvironment(),
      stderr: 'pipe',
    })
    transport.stderr?.on('data', (chunk) => console.error(String(chunk)))
    console.log(transport.pid)
    return transport
  }
  if (kind === 'sse') return new SSEClientTransport(url, { authProvider, requestInit: { headers: { a: 'b' } } })
  if (kind === 'memory') return InMemoryTransport.createLinkedPair()[0]
  const transport = new StreamableHTTPClientTransport(url, {
    authProvider,
    sessionId: 's',
    reconnectionOptions: {
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 2,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 2,
    },
  })
  return transport
}

export async function explain(error: unknown): Promise<string> {
  if (error instanceof UnauthorizedError) return auth(new Provider(), { serverUrl: 'http://localhost' })
  if (error instanceof StreamableHTTPError) return String(error.code)
  if (error instanceof McpError && error.code === ErrorCode.RequestTimeout) return String(error.data)
  return 'unknown'
}
