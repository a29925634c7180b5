import type { IncomingMessage, RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createSdk2Server } from '../../programs/create-sdk-2-server.mjs'
import { Waits } from '../../programs/waits.mjs'
import type { Hosted } from './hosted.js'
import { listen } from './listen.js'

/** Serves 2026-07-28 with the second major version of the SDK, and older revisions without sessions. */
export async function hostModern(): Promise<Hosted> {
  const waits = new Waits()
  const handler = createMcpHandler(() => createSdk2Server({ waits, notify: handler.notify }))
  const { origin, cut, close } = await listen(toListener(handler.fetch))
  return {
    url: `${origin}/mcp`,
    sessions: () => 0,
    forget: () => {},
    cut,
    close: async () => {
      await handler.close()
      await close()
    },
  }
}

/** What serves web requests, as a listener of `node:http`. */
function toListener(serve: (request: Request) => Promise<Response>): RequestListener {
  return async (request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const { status, headers, body } = await serve(toRequest(request, gone.signal))
    response.writeHead(status, Object.fromEntries(headers))
    if (body === null) response.end()
    else await pipeline(Readable.fromWeb(body as never), response).catch(() => {}) // the client may be gone
  }
}

function toRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/' } = request
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
  const body = method === 'POST' ? { body: Readable.toWeb(request) as never, duplex: 'half' } : {}
  return new Request(new URL(url, `http://${request.headers.host}`), { method, headers, signal, ...body })
}
