import { LazyAbortController } from '../../async/abort/lazy-abort-controller.js'
import { readBytes } from '../../async/streams/read-bytes.js'
import { isId } from '../../jsonrpc/messages/is-id.js'
import type { RpcErrorObject } from '../../jsonrpc/messages/messages.js'
import type { HttpSendRequest, HttpSendResponse } from '../../transport/http-sender.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { formatAddress, type HttpEndpoint } from './http-endpoint.js'
import { HttpStatusError } from './http-status-error.js'
import { parseReceivedJson } from './parse-received-json.js'
import { type ReceivedEvent, readEvents } from './read-events.js'
import { toSendError } from './to-send-error.js'

export interface OutboundHttpRequestOptions extends Pick<HttpSendRequest, 'method' | 'headers' | 'body' | 'isQuiet'> {
  /** Default: the address of the endpoint. */
  readonly url?: URL | undefined
  /** Called with a successful reply before its body is read. `send` rejects with what it throws. */
  readonly onHeaders?: ((reply: HttpSendResponse) => void) | undefined
  readonly onRetry?: ((ms: number) => void) | undefined
}

/** One HTTP request and its reply, from sending to the end of the body. */
export class OutboundHttpRequest {
  readonly #endpoint: HttpEndpoint
  #options: OutboundHttpRequestOptions
  readonly #abort = new LazyAbortController()
  readonly #onOver: (httpRequest: OutboundHttpRequest) => void
  #url: URL
  #stopLinger: (() => void) | undefined
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
    this.#url = options.url ?? endpoint.url
  }

  /**
   * Sends the request, and follows redirects within the origin.
   *
   * Rejects with OmniportError `unreachable` (nothing was sent, or see `HttpStatusError`), `limit` or `invalid_result`, and
   * with RequestLost when the connection broke.
   */
  async send(): Promise<HttpReply> {
    try {
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
    if (!this.#isOver) this.#stopLinger ??= this.#endpoint.runtime.after(lingerMs, () => this.abort())
  }

  async #receive(): Promise<HttpSendResponse> {
    const { method, body, isQuiet } = this.#options
    const headers = withHeaders(this.#endpoint.headers, this.#options.headers)
    for (let hops = 0; ; hops += 1) {
      const abort = this.#abort
      abort.throwIfAborted()
      const received = await this.#endpoint.sender.send({ method, url: this.#url.href, headers, body, abort, isQuiet })
      const next = hops < maxHops ? this.#redirect(received) : undefined
      if (next === undefined) return received
      this.#url = next
      await drain(received.body)
    }
  }

  /** Follows only redirects that keep method and body, and only to the same origin, since headers may hold secrets. */
  #redirect({ status, header }: HttpSendResponse): URL | undefined {
    const location = status === 307 || status === 308 ? header('location') : undefined
    if (location === undefined || !URL.canParse(location, this.#url)) return undefined
    const next = new URL(location, this.#url)
    return next.origin === this.#url.origin ? next : undefined
  }

  /** Reads the body only where it may hold a JSON-RPC error. */
  async #refusal(received: HttpSendResponse): Promise<HttpStatusError> {
    const type = mediaType(received)
    const mayBeError = received.status >= 400 && (type === undefined || isJson(type))
    let error: RpcErrorObject | undefined
    if (mayBeError) error = await this.#readError(received)
    else await drain(received.body)
    const { secrets } = this.#endpoint
    return new HttpStatusError({ address: formatAddress(this.#url), reply: received, error, secrets })
  }

  async #readError({ body }: HttpSendResponse): Promise<RpcErrorObject | undefined> {
    const { limits, secrets } = this.#endpoint
    const bytes = await readBytes(body, limits.responseBytes, tooLong)
    try {
      return errorIn(secrets.cleanMessage(parseReceivedJson(bytes, limits)))
    } catch {
      return undefined
    }
  }

  async #read(received: HttpSendResponse): Promise<HttpReply> {
    const type = mediaType(received)
    const { limits } = this.#endpoint
    if (type === 'text/event-stream') return { type: 'events', events: this.#events(received) }
    if (type !== undefined && isJson(type)) {
      const bytes = await readBytes(received.body, limits.responseBytes, tooLong)
      this.#complete()
      if (bytes.length > 0) return { type: 'value', value: parseReceivedJson(bytes, limits) }
    } else {
      this.linger()
      void drain(received.body).then(() => this.#complete())
    }
    const what = `HTTP ${received.status} ${type === undefined ? 'without a body' : `of type ${type.slice(0, 64)}`}`
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
const maxHops = 5
const maxDrained = 64 * 1024

/** Reads a body to its end, so that the connection can be used again; a long one is cut off. Never rejects. */
async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  let left = maxDrained
  try {
    for await (const chunk of body) {
      left -= chunk.length
      if (left < 0) break
    }
  } catch {
    // The body is not needed.
  }
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

/** spec: basic/transports/streamable-http#sending-messages */
function errorIn(value: unknown): RpcErrorObject | undefined {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return undefined
  const { id, error } = value
  if (id !== undefined && id !== null && !isId(id)) return undefined
  if (!isObject(error) || !Number.isInteger(error['code']) || typeof error['message'] !== 'string') return undefined
  return error as object as RpcErrorObject
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
