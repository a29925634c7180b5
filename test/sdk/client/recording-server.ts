import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A request, as it is compared. */
export interface Recorded {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What a route answers: a document, a status, or whatever it writes itself. */
export type Answer =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | ((response: ServerResponse, request: Recorded) => void)

/** Answers by `METHOD /path`; 404 for any other request. */
export type Routes = Record<string, Answer | Answer[]>

/** A server on this machine that records what it is asked. Whoever starts it closes it. */
export interface RecordingServer {
  readonly origin: string
  readonly requests: Recorded[]
  /** `METHOD /path` of each request. */
  lines(): string[]
  close(): Promise<void>
}

/** Starts a server. A list of answers is gone through; its last one stays. */
export async function startRecordingServer(createRoutes: (origin: string) => Routes): Promise<RecordingServer> {
  const requests: Recorded[] = []
  const sockets = new Set<Socket>()
  let routes: Routes = {}
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming
      const request = { method, path, headers, body: Buffer.concat(chunks).toString() }
      requests.push(request)
      const found = routes[`${method} ${path}`] ?? routes[`${method} ${path.split('?')[0]}`]
      const answer = Array.isArray(found) ? (found.length > 1 ? found.shift() : found[0]) : found
      if (answer === undefined) response.writeHead(404).end()
      else if (typeof answer === 'function') answer(response, request)
      else write(response, answer)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  routes = createRoutes(origin)
  return {
    origin,
    requests,
    lines: () => requests.map(({ method, path }) => `${method} ${path}`),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function write(response: ServerResponse, answer: Exclude<Answer, () => void>): void {
  if (typeof answer === 'function') return
  const { status = 200, json, text, headers = {} } = answer
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  response.writeHead(status, { ...type, ...headers }).end(json === undefined ? text : JSON.stringify(json))
}
