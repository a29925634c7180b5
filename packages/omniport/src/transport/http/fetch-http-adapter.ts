import type { Runtime } from '../../async/runtime/runtime.js'
import { bodyBroken, bodyTimeout, bodyTooLarge } from './requests/body-errors.js'
import type { ByteSink, HttpHeaders, HttpReply, HttpRequest, RequestBody } from './requests/http-request.js'
import { StreamSink } from './responses/stream-sink.js'

/** A web-standard request and the response to it. */
export class FetchHttpAdapter implements HttpRequest, HttpReply {
  readonly method: string
  readonly path: string
  readonly query: string
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

  async readBody(maxBytes: number, timeoutMs: number): Promise<RequestBody> {
    if (Number(this.header('content-length') ?? 0) > maxBytes) throw bodyTooLarge(maxBytes)
    const reader = this.#request.body?.getReader()
    if (reader === undefined) return { bytes: new Uint8Array() }
    return new Promise((resolve, reject) => {
      const expire = () => {
        reject(bodyTimeout(timeoutMs))
        reader.cancel().catch(() => {})
      }
      const stop = this.#runtime.after(timeoutMs, expire)
      readAll(reader, maxBytes)
        .then((bytes) => resolve({ bytes }), reject)
        .finally(stop)
    })
  }

  onClose(fn: () => void): void {
    if (this.#closed || this.#request.signal.aborted) {
      fn()
      return
    }
    if (this.#closeListeners.push(fn) > 1) return
    this.#request.signal.addEventListener('abort', () => this.#close(), { once: true })
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

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await readOne(reader)
    if (done) break
    length += value.length
    if (length > maxBytes) {
      reader.cancel().catch(() => {})
      throw bodyTooLarge(maxBytes)
    }
    chunks.push(value)
  }
  return join(chunks, length)
}

/** A body that breaks off is an error of the client, not of the server. */
async function readOne(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read()
  } catch {
    throw bodyBroken()
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
