import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { parseUrl } from '#core/http'
import {
  defaultLimits,
  defaultRuntime,
  findLimitViolation,
  HttpError,
  NodeHttpAdapter,
  nestsDeeper,
  type StallWatch,
} from '#core/serve'
import { createHostCheck, type HostCheck } from '../http-server/host-check.js'
import { watchReader } from '../http-server/reader-watch.js'
import { messageKindOf } from '../protocol/message-kind.js'
import { isJsonContentType } from '../shared/mediaType.js'
import type { Transport } from '../shared/transport.js'
import { type JSONRPCMessage, JSONRPCMessageSchema, type MessageExtraInfo } from '../types.js'
import type { AuthInfo } from './auth/types.js'

/** Options of a `SSEServerTransport`. */
export interface SSEServerTransportOptions {
  /** The values that `Host` may have, with `enableDnsRebindingProtection`. @deprecated Check it before the transport. */
  allowedHosts?: string[]
  /** The values that `Origin` may have, with `enableDnsRebindingProtection`. @deprecated Check it before the transport. */
  allowedOrigins?: string[]
  /** Checks `Host` and `Origin`. Default: false. @deprecated Check them before the transport. */
  enableDnsRebindingProtection?: boolean
}

const maxBodyBytes = 4 * 1024 * 1024
const { jsonDepth } = defaultLimits

/**
 * Serves HTTP+SSE, the transport before Streamable HTTP: messages to the client go on the reply to a GET, those of the client come
 * by POST.
 *
 * @deprecated Use `StreamableHTTPServerTransport`.
 */
export class SSEServerTransport implements Transport {
  private _endpoint: string
  private res: ServerResponse
  private _sseResponse: ServerResponse | undefined
  private _sessionId: string = randomUUID()
  readonly #checkHost: HostCheck | undefined
  readonly #watch: StallWatch
  declare onclose?: () => void
  declare onerror?: (error: Error) => void
  declare onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void

  /** `endpoint` is the path that the client sends its messages to. */
  constructor(_endpoint: string, res: ServerResponse, options: SSEServerTransportOptions = {}) {
    this._endpoint = _endpoint
    this.res = res
    this.#watch = watchReader({
      get taken() {
        const { bytesWritten = 0, writableLength = 0 } = res.socket ?? {}
        return bytesWritten - writableLength
      },
      destroy: () => res.destroy(),
    })
    this.#checkHost = createHostCheck(options)
  }

  /** The id of the session, which POST requests name in their query. */
  get sessionId(): string {
    return this._sessionId
  }

  /** Begins the reply, and tells the client where to send its messages. `connect` of a server calls it. */
  async start(): Promise<void> {
    if (this._sseResponse) {
      throw new Error(
        'SSEServerTransport already started! If using Server class, note that connect() calls start() automatically.',
      )
    }
    this.res.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      Connection: 'keep-alive',
    })
    const url = new URL(this._endpoint, 'http://localhost')
    url.searchParams.set('sessionId', this._sessionId)
    this.res.write(`event: endpoint\ndata: ${url.pathname}${url.search}${url.hash}\n\n`)
    this._sseResponse = this.res
    this.res.on('drain', () => this.#watch.pause())
    this.res.on('close', () => {
      this.#watch.stop()
      this._sseResponse = undefined
      this.onclose?.()
    })
  }

  /** Serves a POST request, whose body a framework may have parsed. `req.auth` is the validated access token. */
  async handlePostMessage(
    req: IncomingMessage & { auth?: AuthInfo },
    res: ServerResponse,
    parsedBody?: unknown,
  ): Promise<void> {
    if (!this._sseResponse) {
      const message = 'SSE connection not established'
      res.writeHead(500).end(message)
      throw new Error(message)
    }
    const problem = this.#checkHost?.(req.headers.host, req.headers.origin)
    if (problem !== undefined) return this.#refuse(res, 403, { error: new Error(problem), text: problem })
    let body: unknown
    try {
      const type = req.headers['content-type']
      if (!isJsonContentType(type ?? null)) throw new Error(`Unsupported content-type: ${type ?? ''}`)
      body = parsedBody ?? (await readText(new NodeHttpAdapter(req, res, adapterOptions), type))
      if (nestsDeeper(body, jsonDepth)) throw new Error(`The message nests deeper than ${jsonDepth} levels`)
    } catch (error) {
      return this.#refuse(res, 400, { error: error as Error, text: String(error) })
    }
    try {
      const value = typeof body === 'string' ? JSON.parse(body) : body
      const requestInfo = { headers: req.headers, url: urlOf(req) }
      await this.handleMessage(value, { requestInfo, authInfo: req.auth } as MessageExtraInfo)
    } catch {
      res.writeHead(400).end(`Invalid message: ${body}`)
      return
    }
    res.writeHead(202).end('Accepted')
  }

  /** Takes a message of the client, however it came. */
  async handleMessage(message: unknown, extra?: MessageExtraInfo): Promise<void> {
    if (messageKindOf(message) === undefined) {
      try {
        // The schema names what is wrong.
        JSONRPCMessageSchema.parse(message)
      } catch (error) {
        this.onerror?.(error as Error)
        throw error
      }
    }
    this.onmessage?.(message as JSONRPCMessage, extra)
  }

  /** Ends the reply. */
  async close(): Promise<void> {
    this._sseResponse?.end()
    this._sseResponse = undefined
    this.onclose?.()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this._sseResponse) throw new Error('Not connected')
    const hasRoom = this._sseResponse.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
    if (hasRoom === false) this.#watch.start()
  }

  #refuse(res: ServerResponse, status: number, { error, text }: { error: Error; text: string }): void {
    res.writeHead(status).end(text)
    this.onerror?.(error)
  }
}

const adapterOptions = { runtime: defaultRuntime, limits: defaultLimits, paths: [], endpoints: new Set<string>() }

/** The address as the client wrote it, if it did. Requests that programs make for their tests have no socket. */
function urlOf({ headers: { host }, socket, url }: IncomingMessage): URL | undefined {
  const origin = `${socket instanceof TLSSocket ? 'https' : 'http'}://${host}`
  return host && url ? parseUrl(url, origin) : undefined
}

/** The body of a request as text, or as what a framework made of it. */
async function readText(request: NodeHttpAdapter, type = ''): Promise<unknown> {
  const decoder = decoderOf(type)
  const limits = { bodyBytes: maxBodyBytes, bodyMs: defaultLimits.bodyMs }
  const body = await request.readBody(limits, { countBody() {} }).catch((error: unknown) => {
    throw error instanceof HttpError && error.status === 413
      ? named('PayloadTooLargeError', 'request entity too large')
      : error
  })
  if ('value' in body) return body.value
  const text = decoder.decode(body.bytes)
  const violation = findLimitViolation(text, defaultLimits)
  if (violation !== undefined) throw new Error(violation)
  return text
}

function decoderOf(type: string): TextDecoder {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? []
  try {
    return new TextDecoder(charset)
  } catch {
    throw named('UnsupportedMediaTypeError', 'specified encoding unsupported')
  }
}

/** The client sees the name of the error. */
function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}
