import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Revision } from 'omniport'
import { onTestFinished } from 'vitest'

/** One HTTP request that arrived, and the connection to answer it on, byte by byte. */
export interface Asked {
  readonly request: IncomingMessage
  /** What was posted; undefined where that was nothing. */
  readonly message: InputStage | undefined
  readonly socket: Socket
  /** Writes to the connection, as long as it is there. */
  write(bytes: string | Uint8Array): boolean
  /** Answers with a JSON text of status 200. */
  json(body: string | Uint8Array, headers?: string): void
  /** What this server adds to its results. */
  readonly more: object
  /** Answers the request that was posted. */
  answer(result: object, headers?: string): void
  /** Opens an event stream as the answer; what it gives writes an event, of which the text is `data: …`. */
  stream(): (event: string) => boolean
}

/** A message of a client. */
export interface InputStage {
  readonly id?: string | number
  readonly method?: string
  readonly params?: { readonly [name: string]: unknown }
}

/** A server that does what a test says, on loopback. It ends with the test. */
export interface HostileServer {
  readonly url: string
  readonly port: number
  /** Everything that was asked, oldest first. */
  readonly asked: Asked[]
  /** Connections that are open. */
  open(): number
}

/** `more` is part of every result of `but`. */
export async function hostileServer(serve: (asked: Asked) => void, more: object = {}): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  const all: Asked[] = []
  const server = createServer({ keepAliveTimeout: 60_000 }, (request) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = { ...askedOf(request, Buffer.concat(chunks).toString()), more }
      all.push(asked)
      serve(asked)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo // listening on a port
  return { url: `http://127.0.0.1:${port}/mcp`, port, asked: all, open: () => sockets.size }
}

function askedOf(request: IncomingMessage, text: string): Omit<Asked, 'more'> {
  const { socket } = request
  const message = text === '' ? undefined : (JSON.parse(text) as InputStage)
  const write = (bytes: string | Uint8Array) => !socket.destroyed && socket.write(bytes)
  const json = (body: string | Uint8Array, headers = '') => {
    write(head(`content-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(body)}`))
    write(body)
  }
  return {
    request,
    message,
    socket,
    write,
    json,
    answer: (result, headers) => json(JSON.stringify({ jsonrpc: '2.0', id: message?.id, result }), headers),
    stream: () => {
      write(head('content-type: text/event-stream\r\nconnection: close'))
      return (event) => write(`${event}\n\n`)
    },
  }
}

/** The start of a reply of status 200. */
export function head(headers: string): string {
  return `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`
}

/** Answers as an honest server of one revision does, but for the requests that are `fault`'s: those of `method`. */
export function but(revision: Revision, method: string, fault: (asked: Asked) => void): (asked: Asked) => void {
  return (asked) => {
    const { request, message, write, answer, more } = asked
    if (message?.method === method || request.method === method) fault(asked)
    else if (request.method === 'GET') write('HTTP/1.1 405 No\r\ncontent-length: 0\r\n\r\n')
    else if (request.method === 'DELETE') write('HTTP/1.1 204 Gone\r\n\r\n')
    else if (message?.method === 'initialize') answer(initialized(revision), 'mcp-session-id: the-session\r\n')
    else if (message?.method === 'server/discover' && revision === '2026-07-28') answer(discovered)
    else if (message?.id === undefined) write('HTTP/1.1 202 Yes\r\ncontent-length: 0\r\n\r\n')
    else answer({ ...done, contents: [], tools: [], ttlMs: 0, cacheScope: 'private', ...more })
  }
}

const capabilities = { tools: {}, resources: {}, logging: {} }

/** The result of a call that went well, in every revision. */
export const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] }

const discovered = {
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  supportedVersions: ['2026-07-28'],
  capabilities,
}

function initialized(protocolVersion: Revision): object {
  return { protocolVersion, capabilities, serverInfo: { name: 'hostile', version: '1' } }
}
