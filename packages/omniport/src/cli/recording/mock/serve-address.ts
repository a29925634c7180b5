import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CliError } from '../../errors/cli-error.js'
import { refusalOf } from '../../tap/http/serve-tap.js'
import { httpKey } from '../turns/index-turns.js'
import { type AnyMessage, partsOf } from '../turns/messages.js'
import { HttpSession } from './http-session.js'
import { parseMessage } from './live-message.js'
import { MockResponse } from './mock-response.js'
import type { TurnPool } from './turn-pool.js'

/** A mock that listens. The code that starts it closes it. */
export interface ServedMock {
  readonly url: string
  /** Breaks off what runs. Settles last. */
  close(): Promise<void>
}

export interface ServeAddressOptions {
  readonly pool: TurnPool
  readonly speed: number | undefined
  /** 0 chooses a free one. */
  readonly port: number
  /** The path of the printed address; every path is served. */
  readonly path: string
}

/** Serves a recording over HTTP on this machine. Rejects with CliError `unreachable` if it cannot listen. */
export async function serveAddress({ pool, speed, port, path }: ServeAddressOptions): Promise<ServedMock> {
  const endpoint = new MockEndpoint({ pool, speed })
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    const refusal = refusalOf(request)
    if (refusal !== undefined) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`omniport mock: ${refusal}\n`)
      return
    }
    endpoint.serve(request, response).catch((reason: unknown) => {
      if (!response.headersSent) response.writeHead(500).end(`omniport mock: ${String(reason)}\n`)
      else response.destroy()
    })
  })
  await listen(server, port)
  const address = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    close: () =>
      new Promise((resolve) => {
        endpoint.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

class MockEndpoint {
  readonly #pool: TurnPool
  readonly #speed: number | undefined
  readonly #sessions = new Map<string, HttpSession>()
  /** For requests that belong to no session. */
  readonly #sessionless: HttpSession

  constructor({ pool, speed }: Pick<ServeAddressOptions, 'pool' | 'speed'>) {
    this.#pool = pool
    this.#speed = speed
    this.#sessionless = new HttpSession({ pool, speed, isSession: false })
  }

  close(): void {
    for (const session of [...this.#sessions.values(), this.#sessionless]) session.close()
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request
    const body = await readBody(request)
    const id = idOf(request)
    if (id !== undefined && !this.#sessions.has(id)) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('omniport mock: There is no such session\n')
      return
    }
    const session = id === undefined ? this.#sessionless : this.#sessions.get(id)
    if (session === undefined) return
    if (method === 'POST') await this.#servePost({ request, response, body, session })
    else await this.#serveStream(request, response, { id, session })
    if (method === 'DELETE' && id !== undefined) {
      session.close()
      this.#sessions.delete(id)
    }
  }

  async #servePost({ request, response, body, session }: PostRequest): Promise<void> {
    const message = parseMessage(body)
    if (message === undefined) {
      const error = { code: -32_700, message: 'Parse error' }
      new MockResponse(response).sendJson(400, { jsonrpc: '2.0', id: null, error })
      return
    }
    const parts = partsOf(message)
    const asked = parts.filter((part) => part.method !== undefined)
    const isOpening = asked.some((part) => part.method === 'initialize') && session === this.#sessionless
    const header = request.headers['mcp-protocol-version']
    if (isOpening) await this.#open(asked, response)
    else
      await session.receive(parts, {
        response: new MockResponse(response),
        socket: response,
        header: String(header ?? '') || undefined,
      })
  }

  /** A session begins where the recorded one had an id, or was recorded over pipes. */
  async #open(asked: readonly AnyMessage[], response: ServerResponse): Promise<void> {
    const session = new HttpSession({ pool: this.#pool, speed: this.#speed, isSession: true })
    const chosen = session.connection.choose(asked)
    if (chosen !== undefined && !(await session.hadId(chosen))) {
      await this.#sessionless.play(chosen, asked, { response: new MockResponse(response), socket: response })
      return
    }
    const id = this.#add(session)
    await session.play(chosen, asked, {
      response: new MockResponse(response, { 'mcp-session-id': id }),
      socket: response,
    })
  }

  #add(session: HttpSession): string {
    const id = randomUUID()
    if (this.#sessions.size >= maxSessions) {
      const [[oldest, first] = []] = this.#sessions
      first?.close()
      if (oldest !== undefined) this.#sessions.delete(oldest)
    }
    this.#sessions.set(id, session)
    return id
  }

  /** A GET without a session opens one over HTTP+SSE. */
  async #serveStream(
    { method = 'GET', headers, url = '/' }: IncomingMessage,
    response: ServerResponse,
    { id, session }: { readonly id: string | undefined; readonly session: HttpSession },
  ): Promise<void> {
    const key = httpKey(method, headers['last-event-id']?.toString())
    if (id !== undefined || method !== 'GET') {
      await session.serveStream(key, { response: new MockResponse(response), socket: response })
      return
    }
    const sse = new HttpSession({ pool: this.#pool, speed: this.#speed, isSession: true })
    const own = this.#add(sse)
    const { pathname } = new URL(url, 'http://mock')
    const path = pathname.endsWith('/sse') ? `${pathname.slice(0, -4)}/message` : pathname
    await sse.serveStream(key, {
      response: new MockResponse(response, {}, `${path}?sessionId=${own}`),
      socket: response,
    })
  }
}

interface PostRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: string
  readonly session: HttpSession
}

/** The oldest session ends where there are more. */
const maxSessions = 1_000

/** The session of a request: its header, or that of HTTP+SSE in its address. */
function idOf({ headers, url = '/' }: IncomingMessage): string | undefined {
  const header = headers['mcp-session-id']
  return header?.toString() ?? new URL(url, 'http://mock').searchParams.get('sessionId') ?? undefined
}

/** The longest message of a client. */
const maxBodyBytes = 67_108_864

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    length += piece.length
    if (length > maxBodyBytes) throw new Error(`A request is longer than ${maxBodyBytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const advice = cause.code === 'EADDRINUSE' ? '; choose another port with --port, or 0 for a free one' : ''
      reject(new CliError('unreachable', `Cannot listen on 127.0.0.1:${port}: ${cause.message}${advice}`, { cause }))
    })
    server.listen(port, '127.0.0.1', () => resolve())
  })
}
