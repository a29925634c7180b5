import { LazyAbortController } from '../../async/abort/lazy-abort-controller.js'
import { joinBytes, readBytes } from '../../async/streams/read-bytes.js'
import type { Semaphore } from '../../async/waiting/semaphore.js'
import type { HttpSendRequest, HttpSendResponse } from '../../transport/http-sender.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { parseUrl } from '../../values/text/parse-url.js'
import { formatAddress, type HttpEndpoint } from './http-endpoint.js'
import { HttpStatusError } from './http-status-error.js'
import { parseReceivedJson } from './parse-received-json.js'
import { type ReceivedEvent, readEvents } from './read-events.js'
import { namesSession, parseRefusal, type RefusalBody } from './refusal-body.js'
import { toSendError } from './to-send-error.js'

export interface OutboundHttpRequestOptions
  extends Pick<HttpSendRequest, 'method' | 'headers' | 'body' | 'isQuiet' | 'onSent' | 'use'> {
  /** Default: the address of the endpoint. */
  readonly url?: URL | undefined
  /** Called with a successful reply before its body is read. `send` rejects with what it throws. */
  readonly onHeaders?: ((reply: HttpSendResponse) => void) | undefined
  readonly onRetry?: ((ms: number) => void) | undefined
  /** Reads the message in a reply in the place of parsing it. Undefined: it has to be parsed. Default: all are. */
  readonly readRaw?: ReadRaw | undefined
}

export type ReadRaw = (bytes: Uint8Array) => unknown

/** One HTTP request and its reply, from sending to the end of the body. */
export class OutboundHttpRequest {
  readonly #endpoint: HttpEndpoint
  #options: OutboundHttpRequestOptions
  readonly #abort = new LazyAbortController()
  readonly #onOver: (httpRequest: OutboundHttpRequest) => void
  readonly #connections: Semaphore
  #url: URL
  #stopLinger: (() => void) | undefined
  #hasConnection = false
  #isOver = false

  /** `onOver` is called once, when the connection is free again or closed. */
  constructor(
    endpoint: HttpEndpoint,
    options: OutboundHttpRequestOptions,
    onOver: (httpRequest: OutboundHttpRequest) => void,
  ) {
    this.#endpoint = endpoint
    this.#options = options
    this.#onOver = onOver
    this.#connections = endpoint.connections.of(options.use ?? 'request')
    this.#url = options.url ?? endpoint.url
  }

  /**
   * Sends the request when it may have a connection, and follows redirects within the origin.
   *
   * Rejects with OmniportError `unreachable` (nothing was sent, or see `HttpStatusError`), `limit` (also for a stream that may
   * have no connection: the others may last) or `invalid_result`, and with RequestLost when the connection broke.
   */
  async send(): Promise<HttpReply> {
    try {
      this.#abort.throwIfAborted()
      this.#hasConnection = this.#connections.tryAcquire()
      if (!this.#hasConnection) await this.#connectionInTurn()
      const received = await this.#receive()
      if (received.status < 200 || received.status > 299) throw await this.#refusal(received)
      this.#options.onHeaders?.(received)
      return await this.#read(received)
    } catch (reason) {
      this.#end()
      throw this.#problem(reason)
    }
  }

  /** The address that the request was sent to, after redirects. */
  get url(): URL {
    return this.#url
  }

  /** Closes the connection: sending and reading reject with `reason`. */
  abort(reason: unknown = new OmniportError('closed', 'The connection was closed')): void {
    this.#abort.abort(reason)
    this.#end()
  }

  /** Gives the server a moment to end the reply, so that the connection can be used again, then aborts. */
  linger(): void {
    const ms = this.#connections.isFull ? fullLingerMs : lingerMs
    if (!this.#isOver) this.#stopLinger ??= this.#endpoint.runtime.after(ms, () => this.abort())
  }

  /** Resolves when this request may have a connection. Rejects when it is aborted before. */
  #connectionInTurn(): Promise<void> {
    if (this.#options.use === 'stream') throw tooManyStreams(this.#endpoint)
    return new Promise((resolve, reject) => {
      const giveUp = this.#connections.wait(() => {
        this.#hasConnection = true
        this.#abort.unlisten()
        resolve()
      })
      this.#abort.listen((reason) => {
        giveUp()
        reject(reason)
      })
    })
  }

  async #receive(): Promise<HttpSendResponse> {
    const { method, body, isQuiet, onSent, use } = this.#options
    const headers = withHeaders(this.#endpoint.headers, this.#options.headers)
    for (let hops = 0; ; hops += 1) {
      const abort = this.#abort
      abort.throwIfAborted()
      const received = await this.#endpoint.sender.send({
        method,
        url: this.#url.href,
        headers,
        body,
        abort,
        isQuiet,
        onSent,
        use,
      })
      const next = hops < maxHops ? this.#redirect(received) : undefined
      if (next === undefined) return received
      this.#url = next
      await readStart(received.body)
    }
  }

  /** Follows only redirects that keep method and body, and only to the same origin, since headers may hold secrets. */
  #redirect({ status, header }: HttpSendResponse): URL | undefined {
    const location = status === 307 || status === 308 ? header('location') : undefined
    const next = location === undefined ? undefined : parseUrl(location, this.#url)
    return next?.origin === this.#url.origin ? next : undefined
  }

  async #refusal(received: HttpSendResponse): Promise<HttpStatusError> {
    const { secrets, runtime } = this.#endpoint
    const body = await this.#readRefusal(received)
    return new HttpStatusError({
      address: formatAddress(this.#url),
      reply: received,
      body,
      secrets,
      nowMs: runtime.now(),
    })
  }

  /** Reads the whole body only where it may hold a JSON-RPC error. */
  async #readRefusal(received: HttpSendResponse): Promise<RefusalBody> {
    const { limits, secrets } = this.#endpoint
    const type = mediaType(received)
    const mayBeError = received.status >= 400 && (type === undefined || isJson(type))
    if (!mayBeError) {
      return { isMessage: type === 'text/event-stream', namesSession: namesSession(await readStart(received.body)) }
    }
    const bytes = await readBytes(received.body, limits.responseBytes, tooLong)
    return parseRefusal(bytes, { limits, secrets })
  }

  async #read(received: HttpSendResponse): Promise<HttpReply> {
    const type = mediaType(received)
    const { limits } = this.#endpoint
    const { readRaw } = this.#options
    if (type === 'text/event-stream') return { type: 'events', events: this.#events(received) }
    if (type !== undefined && isJson(type)) {
      try {
        const bytes = await readBytes(received.body, limits.responseBytes, tooLong)
        this.#complete()
        if (bytes.length > 0) return { type: 'value', value: readRaw?.(bytes) ?? parseReceivedJson(bytes, limits) }
      } catch (reason) {
        // With 202 the server took the message: a body that is no message does not change that.
        if (received.status !== 202 || this.#abort.aborted) throw reason
        this.#complete()
      }
    } else {
      this.linger()
      void readStart(received.body).then(() => this.#complete())
    }
    const what = `HTTP ${received.status} ${type === undefined ? 'without a body' : `of type ${type.slice(0, 64)}`}; check that it is the address of an MCP server`
    return { type: 'empty', what }
  }

  async *#events({ body }: HttpSendResponse): AsyncGenerator<ReceivedEvent> {
    const { onRetry } = this.#options
    try {
      yield* readEvents(body, { maxBytes: this.#endpoint.limits.responseBytes, onRetry })
    } catch (reason) {
      throw this.#problem(reason)
    } finally {
      this.#complete()
    }
  }

  #problem(reason: unknown): unknown {
    return this.#abort.aborted
      ? this.#abort.reason
      : toSendError(reason, { address: formatAddress(this.#url), secrets: this.#endpoint.secrets })
  }

  /** The body was read to its end, or as far as needed. */
  #complete(): void {
    this.#abort.unlisten()
    this.#end()
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#hasConnection) this.#connections.release()
    this.#stopLinger?.()
    this.#options = releasedOptions
    this.#onOver(this)
  }
}

/**
 * Replaces the options at the end of a request: collections with many additions and deletions keep their old entries
 * reachable for longer, which costs garbage collection.
 */
const releasedOptions: OutboundHttpRequestOptions = Object.freeze({ method: 'POST', headers: {} })

const lingerMs = 1_000
/** Others wait for the connection. */
const fullLingerMs = 50
const maxHops = 5
const maxDrained = 64 * 1024

/**
 * Reads a body to its end, so that the connection can be used again; a long one is cut off. Never rejects, and returns what
 * was read.
 */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxDrained) break
    }
  } catch {
    // The rest of the body is not needed.
  }
  return joinBytes(chunks, length)
}

function tooManyStreams({ url, limits }: HttpEndpoint): OmniportError {
  const open = `limits.streamsPerServer is ${limits.streamsPerServer}`
  return new OmniportError('limit', `${formatAddress(url)} has too many open streams: ${open}`)
}

function withHeaders(all: HttpSendRequest['headers'], own: HttpSendRequest['headers']): HttpSendRequest['headers'] {
  for (const _name in all) return { ...all, ...own }
  return own
}

function tooLong(maxBytes: number): OmniportError {
  return new OmniportError('limit', `The answer is longer than limits.responseBytes: ${maxBytes}`)
}

function mediaType({ header }: HttpSendResponse): string | undefined {
  const type = header('content-type')
  return type === 'application/json' ? type : type?.split(';')[0]?.trim().toLowerCase()
}

function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json')
}

/** A successful reply, by its content type. */
export type HttpReply =
  | { readonly type: 'value'; readonly value: unknown }
  /** To be iterated once. Rejects with RequestLost when the connection breaks, or OmniportError `limit`. */
  | { readonly type: 'events'; readonly events: AsyncIterable<ReceivedEvent> }
  /** No body, or a body that is neither JSON nor a stream; `what` describes it for an error message. */
  | { readonly type: 'empty'; readonly what: string }

/** The headers of every POST of a message. spec: basic/transports/streamable-http#sending-messages */
export const postHeaders = Object.freeze({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
})
