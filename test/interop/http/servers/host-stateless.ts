import { createSdk1Server } from '../../programs/create-sdk-1-server.mjs'
import { Waits } from '../../programs/waits.mjs'
import type { Sdk1Streamable } from './host-sessions.js'
import type { Hosted } from './hosted.js'
import { listen } from './listen.js'

/** Serves 2025-03-26 … 2025-11-25 without sessions, as the documentation of the SDK does it: a server for each request. */
export async function hostStateless(sdk: Sdk1Streamable): Promise<Hosted> {
  const waits = new Waits()
  const { origin, cut, close } = await listen(async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end()
      return
    }
    const transport = new sdk.StreamableHTTPServerTransport({})
    const mcp = createSdk1Server(sdk, waits)
    response.on('close', () => void mcp.close())
    await mcp.connect(transport as never) // its optional members may be undefined
    await transport.handleRequest(request, response)
  })
  return { url: `${origin}/mcp`, sessions: () => 0, forget: () => {}, cut, close }
}
