import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ServeTarget } from '../../packages/omniport/src/transport/environment.js'
import { createFetchHandler } from '../../packages/omniport/src/transport/http/create-fetch-handler.js'
import type { HttpOptions } from '../../packages/omniport/src/transport/http/http-options.js'
import { createNodeHandler } from '../../packages/omniport/src/transport/node/create-node-handler.js'
import type { ManualRuntime } from './virtual-runtime.js'
import { settled } from './virtual-runtime.js'

/** One HTTP request of a test. */
export interface ShellRequest {
  /** Default: POST. */
  readonly method?: string | undefined
  /** With the query. Default: `/mcp`. */
  readonly path?: string | undefined
  /** In lower case. `host` is that of the shell unless given. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array> | undefined
  /** The address to send from. The fetch handler does not see it. Default: `127.0.0.1`. */
  readonly localAddress?: string | undefined
  /** Closes the connection. */
  readonly signal?: AbortSignal | undefined
}

/** A server behind a shell. Whoever opened it closes it. */
export interface OpenShell {
  readonly host: string
  send(request: ShellRequest): Promise<Response>
  /** Closes the handler, as a user does. */
  closeHandler(): Promise<void>
  close(): Promise<void>
}

/** Makes a server reachable over HTTP. */
export type OpenHttp = (target: ServeTarget, options?: HttpOptions) => Promise<OpenShell>

/** Both shells: what is true of one is true of the other. They serve HTTP+SSE too, unless the options say otherwise. */
export const httpShells: readonly { readonly shell: string; readonly open: OpenHttp }[] = [
  { shell: 'the fetch handler', open: openFetch },
  { shell: 'the node handler', open: openNode },
]

async function openFetch(target: ServeTarget, options?: HttpOptions): Promise<OpenShell> {
  const handler = createFetchHandler(target, { sseEndpoints: true, ...options })
  return {
    host: 'localhost',
    send: ({ method = 'POST', path = '/mcp', headers = {}, body, signal }) => {
      const init = { method, headers, body: toBody(body), signal: signal ?? null, duplex: 'half' }
      return handler(new Request(`http://localhost${path}`, init as RequestInit)) // duplex is not in every lib
    },
    closeHandler: () => handler.close(),
    close: () => passTime(target, handler.close()),
  }
}

export async function openNode(target: ServeTarget, options?: HttpOptions): Promise<OpenShell> {
  const handler = createNodeHandler(target, { sseEndpoints: true, ...options })
  const http = createServer(handler)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    send: (request) => sendOverSocket(port, request),
    closeHandler: () => handler.close(),
    close: async () => {
      const closed = new Promise((resolve) => http.close(resolve))
      await passTime(target, handler.close())
      http.closeAllConnections()
      await closed
    },
  }
}

/** Lets virtual time pass until what is closing is closed, whatever a test has left behind. */
async function passTime({ environment }: ServeTarget, closing: Promise<void>): Promise<void> {
  let isClosed = false
  const closed = closing.then(() => {
    isClosed = true
  })
  const runtime = environment?.runtime as Partial<ManualRuntime> | undefined
  await settled()
  while (!isClosed && runtime?.advance !== undefined) {
    runtime.advance(100)
    await settled(1)
  }
  await closed
}

/** Over a connection of its own: nothing that one test leaves behind reaches another. */
export function sendOverSocket(port: number, request: ShellRequest) {
  const { method = 'POST', path = '/mcp', headers, body, signal, localAddress = '127.0.0.1' } = request
  return new Promise<Response>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, localAddress, method, path, headers: { ...headers }, agent: false }
    const sent = httpRequest(options, (response) => resolve(toResponse(response)))
    sent.on('error', reject)
    signal?.addEventListener('abort', () => sent.destroy())
    if (typeof body === 'object' && Symbol.asyncIterator in body) Readable.from(body).pipe(sent)
    else sent.end(body)
  })
}

function toResponse(message: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) headers.append(name, [value ?? []].flat().join(', '))
  const status = message.statusCode ?? 0
  message.on('error', () => {}) // told by the body
  const isEmpty = status === 204 || status === 304
  if (isEmpty) message.resume()
  const body = isEmpty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>)
  return new Response(body, { status, headers })
}

function toBody(body: ShellRequest['body']): BodyInit | undefined {
  if (typeof body !== 'object' || !(Symbol.asyncIterator in body)) return body as BodyInit | undefined
  return Readable.toWeb(Readable.from(body)) as ReadableStream<Uint8Array>
}
