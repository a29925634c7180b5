import type { Runtime } from '../../async/runtime/runtime.js'
import { joinBytes } from '../../async/streams/read-bytes.js'
import { bodyBroken, bodyTimeout, bodyTooLarge } from './requests/body-errors.js'
import { HttpError } from './requests/http-error.js'
import type {
  BodyCounter,
  BodyLimits,
  ByteSink,
  HttpHeaders,
  HttpReply,
  HttpRequest,
  RequestBody,
} from './requests/http-request.js'
import { StreamSink } from './responses/stream-sink.js'

export class FetchHttpAdapter implements HttpRequest, HttpReply {
  readonly method: string
  readonly prefix = ''
  readonly path: string
  readonly query: string
  readonly network = ''
  readonly #request: Request
  readonly #host: string
  readonly #runtime: Runtime
  readonly #respond: (response: Response) => void
  readonly #closeListeners: (() => void)[] = []
  #visibleHeaders: Headers | undefined
  #hiddenHeaders: ReadonlySet<string> = noHiddenHeaders
  #closed = false

  constructor(request: Request, runtime: Runtime, respond: (response: Response) => void) {
    const { pathname, search, host } = new URL(request.url)
    this.method = request.method
    this.path = pathname
    this.query = search.slice(1)
    this.#request = request
    this.#host = host
    this.#runtime = runtime
    this.#respond = respond
    if (request.signal.aborted) this.#closed = true
  }

  get headers(): Headers {
    if (this.#hiddenHeaders.size === 0) return this.#request.headers
    if (this.#visibleHeaders === undefined) {
      this.#visibleHeaders = new Headers(this.#request.headers)
      for (const name of this.#hiddenHeaders) this.#visibleHeaders.delete(name)
    }
    return this.#visibleHeaders
  }

  get url(): string {
    return this.#request.url
  }

  hideHeaders(names: ReadonlySet<string>): void {
    this.#hiddenHeaders = names
  }

  /** Some runtimes hide `Host`: it is taken from the URL then. */
  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? (name === 'host' ? this.#host : undefined)
  }

  async readBody({ bodyBytes, bodyMs }: BodyLimits, counter: BodyCounter): Promise<RequestBody> {
    const length = Number(this.header('content-length') ?? 0)
    if (length > bodyBytes) throw bodyTooLarge(bodyBytes)
    if (length > 0) counter.countBody(length)
    const reader = this.#request.body?.getReader()
    if (reader === undefined) return { bytes: new Uint8Array() }
    return new Promise((resolve, reject) => {
      const expire = () => {
        reject(bodyTimeout(bodyMs))
        reader.cancel().catch(() => {})
      }
      const stop = this.#runtime.after(bodyMs, expire)
      // A body that breaks off is the client's doing.
      const fail = (reason: unknown) => reject(reason instanceof HttpError ? reason : bodyBroken())
      readAll(reader, bodyBytes, counter)
        .then((bytes) => resolve({ bytes }), fail)
        .finally(stop)
    })
  }

  onClose(fn: () => void): void {
    if (this.#closed || this.#request.signal.aborted) {
      fn()
      return
    }
    if (this.#closeListeners.push(fn) > 1) return
    this.#request.signal.addEventListener('abort', () => this.#close())
  }

  send(status: number, headers: HttpHeaders, body?: string | Uint8Array): void {
    this.#closeListeners.length = 0
    const content = this.method === 'HEAD' ? undefined : (body as BodyInit | undefined)
    this.#respond(new Response(content, { status, headers }))
  }

  open(status: number, headers: HttpHeaders): ByteSink {
    const sink = new StreamSink(() => this.#close())
    this.#respond(new Response(sink.readable, { status, headers }))
    return sink
  }

  #close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const fn of this.#closeListeners.splice(0)) fn()
  }
}

const noHiddenHeaders: ReadonlySet<string> = new Set()

/** Reads straight from the reader: an iterator around it costs each request several microseconds. */
async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  counter: BodyCounter,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length
    try {
      if (length > maxBytes) throw bodyTooLarge(maxBytes)
      counter.countBody(length)
    } catch (reason) {
      reader.cancel().catch(() => {})
      throw reason
    }
    chunks.push(read.value)
  }
  return joinBytes(chunks, length)
}
