import { randomUUID } from 'node:crypto'
import type {
  StreamableHTTPServerTransport,
  StreamableHTTPServerTransportOptions,
} from 'mcp-sdk-current/server/streamableHttp.js'
import { createSdk1Server, type Sdk1Server } from '../../programs/create-sdk-1-server.mjs'
import { Waits } from '../../programs/waits.mjs'
import type { Hosted } from './hosted.js'
import { listen } from './listen.js'

/** What is used of a release to serve over HTTP. */
export interface Sdk1Streamable extends Sdk1Server {
  readonly StreamableHTTPServerTransport: typeof StreamableHTTPServerTransport
}

/** Serves 2025-03-26 … 2025-11-25 as the documentation of the SDK does it: a server for each session. */
export async function hostSessions(
  sdk: Sdk1Streamable,
  options?: Partial<StreamableHTTPServerTransportOptions>,
): Promise<Hosted> {
  const waits = new Waits()
  const transports = new Map<string, StreamableHTTPServerTransport>()

  async function begin(): Promise<StreamableHTTPServerTransport> {
    const transport = new sdk.StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
      ...options,
    })
    const mcp = createSdk1Server(sdk, waits)
    mcp.server.onclose = () => transports.delete(transport.sessionId ?? '')
    await mcp.connect(transport as never) // its optional members may be undefined
    return transport
  }

  const { origin, cut, close } = await listen(async (request, response) => {
    const session = String(request.headers['mcp-session-id'] ?? '')
    if (session !== '' && !transports.has(session)) response.writeHead(404).end()
    else await (transports.get(session) ?? (await begin())).handleRequest(request, response)
  })
  return { url: `${origin}/mcp`, sessions: () => transports.size, forget: () => transports.clear(), cut, close }
}
