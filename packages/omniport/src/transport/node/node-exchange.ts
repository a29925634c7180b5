import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime } from '../../protocol/runtime.js'
import { bodyTimeout, bodyTooLarge } from '../http/body-errors.js'
import type { ByteSink, HttpHeaders, HttpReply, HttpRequest, RequestBody } from '../http/http-request.js'
import { ResponseSink } from './response-sink.js'

/** A request as frameworks hand it on: they may have parsed its body, and moved its path. */
export type NodeRequest = IncomingMessage & { readonly body?: unknown; readonly originalUrl?: string | undefined }

/** A request of `node:http` and the response to it. */
export class NodeExchange implements HttpRequest, HttpReply {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #request: NodeRequest
  readonly #response: ServerResponse
  readonly #runtime: Runtime
  #headers: Headers | undefined

  constructor(request: NodeRequest, response: ServerResponse, runtime: Runtime) {
    const url = request.originalUrl ?? request.url ?? '/'
    const mark = url.indexOf('?')
    this.method = request.method ?? 'GET'
    this.path = mark === -1 ? url : url.slice(0, mark)
    this.query = mark === -1 ? '' : url.slice(mark + 1)
    this.#request = request
    this.#response = response
    this.#runtime = runtime
  }

  get headers(): Headers {
    if (this.#headers === undefined) {
      this.#headers = new Headers()
      for (const [name, value] of Object.entries(this.#request.headers)) {
        for (const one of [value ?? []].flat()) this.#headers.append(name, one)
      }
    }
    return this.#headers
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  readBody(limits: { readonly maxBytes: number; readonly timeoutMs: number }): Promise<RequestBody> {
    const { body } = this.#request
    if (Buffer.isBuffer(body)) return Promise.resolve({ bytes: body })
    if (body !== undefined && this.#request.readableEnded) return Promise.resolve({ value: body })
    if (Number(this.header('content-length') ?? 0) > limits.maxBytes)
      return Promise.reject(bodyTooLarge(limits.maxBytes))
    return readBody(this.#request, limits, this.#runtime)
  }

  onClose(fn: () => void): void {
    const response = this.#response
    if (response.destroyed) {
      fn()
      return
    }
    response.once('close', () => {
      if (!response.writableFinished) fn()
    })
  }

  send(status: number, headers: HttpHeaders, body: string | Uint8Array = ''): void {
    const response = this.#response
    if (response.destroyed || response.headersSent) return
    response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': Buffer.byteLength(body) }) })
    response.end(body)
    if (headers['connection'] === 'close') this.#request.resume()
  }

  open(status: number, headers: HttpHeaders): ByteSink {
    this.#response.writeHead(status, headers)
    this.#response.flushHeaders()
    return new ResponseSink(this.#response)
  }
}

/** One listener set per request, taken off again; chunks are joined once. */
function readBody(
  request: NodeRequest,
  { maxBytes, timeoutMs }: { readonly maxBytes: number; readonly timeoutMs: number },
  runtime: Runtime,
): Promise<RequestBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const stop = runtime.after(timeoutMs, () => settle(() => reject(bodyTimeout(timeoutMs))))
    const onData = (chunk: Buffer) => {
      length += chunk.length
      chunks.push(chunk)
      if (length > maxBytes) settle(() => reject(bodyTooLarge(maxBytes)))
    }
    const onEnd = () =>
      settle(() => resolve({ bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) }))
    const onClose = () => settle(() => reject(bodyTimeout(timeoutMs)))
    const settle = (outcome: () => void) => {
      stop()
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      outcome()
    }
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}
