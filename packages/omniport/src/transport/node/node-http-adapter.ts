import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime } from '../../async/runtime/runtime.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { networkOf } from '../http/guards/network-of.js'
import { bodyBroken, bodyTimeout, bodyTooLarge } from '../http/requests/body-errors.js'
import type {
  BodyCounter,
  BodyLimits,
  ByteSink,
  HttpHeaders,
  HttpReply,
  HttpRequest,
  RequestBody,
} from '../http/requests/http-request.js'
import { StallWatch } from '../http/responses/stall-watch.js'
import { ResponseSink } from './response-sink.js'
import { type HandlerPaths, toRoutedPath } from './routed-path.js'

/** A request whose body a framework may have parsed, and whose URL it may have rewritten. */
export type ParsedRequest = IncomingMessage & { readonly body?: unknown; readonly originalUrl?: string | undefined }

export interface NodeHttpAdapterOptions extends HandlerPaths {
  readonly runtime: Runtime
  readonly limits: Pick<Limits, 'stallMs' | 'bodyMs'>
}

/** Node emits a request before it parses the body that arrived with it. One microtask later that body is there. */
const nextMicrotask = Promise.resolve()

/** A reply up to this size fits into the buffer of the socket, so its reader is not watched. */
const watchedBytes = 16 * 1024

/** The time for which the rest of a refused body is discarded, so that the client can read the refusal. */
const lingerMs = 1_000

export class NodeHttpAdapter implements HttpRequest, HttpReply {
  readonly method: string
  readonly prefix: string
  readonly path: string
  readonly query: string
  readonly #request: ParsedRequest
  readonly #response: ServerResponse
  readonly #options: NodeHttpAdapterOptions
  #headers: Headers | undefined
  #hiddenHeaders: ReadonlySet<string> | undefined
  #isOver = false
  #closeListeners: (() => void)[] | undefined
  /** Set if the body was read ahead of its turn. */
  #body: Promise<RequestBody> | undefined

  constructor(request: ParsedRequest, response: ServerResponse, options: NodeHttpAdapterOptions) {
    const { url = '/', originalUrl = url } = request
    const mark = originalUrl.indexOf('?')
    const routed = originalUrl === url ? undefined : toRoutedPath(url, originalUrl, options)
    this.method = request.method ?? 'GET'
    this.prefix = routed?.prefix ?? ''
    this.path = routed?.path ?? (mark === -1 ? url : url.slice(0, mark))
    this.query = mark === -1 ? '' : originalUrl.slice(mark + 1)
    this.#request = request
    this.#response = response
    this.#options = options
  }

  get headers(): Headers {
    if (this.#headers === undefined) {
      this.#headers = new Headers()
      for (const [name, value] of Object.entries(this.#request.headers)) {
        if (this.#hiddenHeaders?.has(name) === true) continue
        for (const one of [value ?? []].flat()) this.#headers.append(name, one)
      }
    }
    return this.#headers
  }

  get url(): string {
    const { socket, url = '/', originalUrl = url } = this.#request
    const scheme = 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http'
    return `${scheme}://${this.header('host') ?? ''}${originalUrl}`
  }

  get network(): string {
    return networkOf(this.#request.socket.remoteAddress)
  }

  get headerCount(): number {
    return this.#request.rawHeaders.length / 2
  }

  /** True if the whole request is here. */
  get hasArrived(): boolean {
    return this.#request.complete
  }

  /** True if the head of the reply was written. */
  get hasReplyBegun(): boolean {
    return this.#response.headersSent
  }

  /** True if the whole reply was written. */
  get isAnswered(): boolean {
    return this.#response.writableEnded
  }

  /** True if the reply was sent, or cannot be any more. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Calls `onOver` once, when the reply was sent or its connection is closed. A response without a socket does not tell that. */
  watch(onOver: () => void): void {
    const response = this.#response
    const finish = () => {
      this.end()
      onOver()
    }
    if (response.destroyed) finish()
    else response.on('close', finish)
  }

  /** The connection is closed. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    const listeners = this.#closeListeners
    if (listeners === undefined || this.#response.writableFinished) return
    for (const fn of listeners) fn()
  }

  /** Calls `fn` in the next turn of the event loop. */
  defer(fn: () => void): void {
    this.#options.runtime.defer(fn)
  }

  /** Reads the body before it is asked for. `onFail` is called if it breaks off, takes too long or has more than `maxBytes`. */
  readAhead(maxBytes: number, onFail: () => void): void {
    if (this.#request.readableEnded) return
    const { runtime, limits } = this.#options
    this.#body = readBody(this.#request, { bodyBytes: maxBytes, bodyMs: limits.bodyMs, counter: noCounter }, runtime)
    this.#body.catch(onFail)
  }

  hideHeaders(names: ReadonlySet<string>): void {
    this.#hiddenHeaders = names
    this.#headers = undefined
  }

  header(name: string): string | undefined {
    if (name === 'authorization') return authorizationOf(this.#request)
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  readBody(limits: BodyLimits, counter: BodyCounter): Promise<RequestBody> {
    if (this.#body !== undefined) return this.#body.then((body) => atMost(limits.bodyBytes, body))
    return nextMicrotask.then(() => this.#takeBody(limits, counter))
  }

  onClose(fn: () => void): void {
    if (this.#isOver || this.#response.destroyed) fn()
    else if (this.#closeListeners === undefined) this.#closeListeners = [fn]
    else this.#closeListeners.push(fn)
  }

  send(status: number, headers: HttpHeaders, body: string | Uint8Array = ''): void {
    const response = this.#response
    if (response.destroyed || response.headersSent) return
    const length = Buffer.byteLength(body)
    const lines: (string | number)[] = []
    for (const name of Object.keys(headers)) lines.push(name, headers[name] ?? '')
    if (status !== 204) lines.push('content-length', length)
    response.writeHead(status, lines as string[]) // numbers are fine too
    if (headers['connection'] === 'close' && !this.#request.complete) this.#sendAndLinger(body)
    else if (length > watchedBytes && this.method !== 'HEAD') this.#sendWatched(body)
    else response.end(body)
  }

  open(status: number, headers: HttpHeaders): ByteSink {
    // A body that nobody reads would stop the reading of the socket, and with it the news of its end.
    if (!this.#request.complete) this.#request.resume()
    this.#response.writeHead(status, headers)
    this.#response.flushHeaders()
    return new ResponseSink(this.#response)
  }

  /** The body of a small request has arrived by now, even if its end has not: there is nothing to wait for. */
  #takeBody(limits: BodyLimits, counter: BodyCounter): RequestBody | Promise<RequestBody> {
    const request = this.#request
    const maxBytes = limits.bodyBytes
    const { body } = request
    if (body !== undefined) {
      if (Buffer.isBuffer(body)) return { bytes: body }
      if (request.readableEnded) return typeof body === 'string' ? { bytes: Buffer.from(body) } : { value: body }
    }
    if (request.destroyed) throw bodyBroken()
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    if (length > maxBytes) throw bodyTooLarge(maxBytes)
    if (length > 0) counter.countBody(length)
    const isComplete = request.complete || request.readableLength === length
    if (!isComplete || request.readableFlowing !== null) {
      return readBody(request, { ...limits, counter }, this.#options.runtime)
    }
    const bytes: Buffer = request.read() ?? Buffer.alloc(0)
    if (!request.complete) request.resume() // to its end
    if (bytes.length > maxBytes) throw bodyTooLarge(maxBytes)
    return { bytes }
  }

  /** Closing a connection while data still arrives resets it, and the client loses a reply that it has not read yet. */
  #sendAndLinger(body: string | Uint8Array): void {
    const [request, response] = [this.#request, this.#response]
    if (body.length > 0) response.write(body)
    else response.flushHeaders()
    const end = () => {
      stop()
      response.end()
    }
    const stop = this.#options.runtime.after(lingerMs, end)
    request.once('end', end)
    request.once('close', end)
    request.resume()
  }

  #sendWatched(body: string | Uint8Array): void {
    const { runtime, limits } = this.#options
    const sink = new ResponseSink(this.#response)
    const watch = new StallWatch({ sink, runtime, stallMs: limits.stallMs, onStall: () => sink.destroy() })
    sink.onDrain(() => watch.stop())
    this.onClose(() => watch.stop())
    sink.write(body)
    sink.end()
    watch.start()
  }
}

/** Node keeps only the first header of this name. Joining all of them lets `auth` see that there were several. */
function authorizationOf({ headers, rawHeaders }: ParsedRequest): string | undefined {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 13 && name.toLowerCase() === 'authorization') count += 1
  }
  if (count < 2) return headers.authorization
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization').join(', ')
}

/** A body that was sent ahead is short, and counted when its turn comes. */
const noCounter: BodyCounter = { countBody() {} }

function atMost(maxBytes: number, body: RequestBody): RequestBody {
  if ('bytes' in body && body.bytes.length > maxBytes) throw bodyTooLarge(maxBytes)
  return body
}

function readBody(
  request: ParsedRequest,
  { bodyBytes, bodyMs, counter }: BodyLimits & { readonly counter: BodyCounter },
  runtime: Runtime,
): Promise<RequestBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const stop = runtime.after(bodyMs, () => settle(() => reject(bodyTimeout(bodyMs))))
    const onData = (chunk: Buffer) => {
      length += chunk.length
      chunks.push(chunk)
      try {
        if (length > bodyBytes) throw bodyTooLarge(bodyBytes)
        counter.countBody(length)
      } catch (reason) {
        settle(() => reject(reason))
      }
    }
    const onEnd = () =>
      settle(() => resolve({ bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) }))
    const onClose = () => settle(() => reject(bodyBroken()))
    const settle = (finish: () => void) => {
      stop()
      // Stand-ins for a request, as tests make them, have these methods and need not return themselves.
      request.removeListener('data', onData)
      request.removeListener('end', onEnd)
      request.removeListener('close', onClose)
      finish()
    }
    request.on('data', onData)
    request.on('end', onEnd)
    request.on('close', onClose)
  })
}
