import type { HttpAuthorizer } from '../../../entries/auth.js'
import type { ExchangeRecorder, RecordedLine, Recorder } from '../../../entries/protocol.js'
import { EventReader } from '../../wire/event-reader.js'
import { type AnyMessage, partsOf, statedRevision, subjectOf } from '../turns/messages.js'
import type { OnMessage, ReplayConnection } from './connection.js'
import { parse } from './program-connection.js'

export interface AddressOptions {
  readonly url: URL
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly authorizer: HttpAuthorizer | undefined
  readonly recorder: Recorder
  readonly onMessage: OnMessage
  readonly onError: (message: string) => void
  readonly signal: AbortSignal
}

/** Sends the messages of one recorded connection over HTTP, with the session that the server gives it now. */
export class AddressConnection implements ReplayConnection {
  readonly #options: AddressOptions
  readonly #end = new AbortController()
  readonly #running = new Set<Promise<void>>()
  #postUrl: URL
  #session: string | undefined
  #revision: string | undefined
  /** HTTP+SSE: resolves when the server has said where to send messages. */
  #endpoint: Promise<void> = Promise.resolve()
  #onEndpoint = () => {}

  constructor(options: AddressOptions) {
    this.#options = options
    this.#postUrl = options.url
  }

  /** Resolves when the server has begun to answer, or has refused. */
  async send(text: string, line: RecordedLine): Promise<void> {
    const { request, headers = {} } = line
    if (request !== undefined && request.method !== 'POST') {
      // What a stream goes on after is an id that the server has made up.
      if (headers['last-event-id'] === undefined) await this.#open(request.method, isOpening(line))
      return
    }
    await this.#endpoint
    const message = parse(text)
    await this.#exchange('POST', text, this.#postHeaders(message, headers))
    const [{ method } = {}] = partsOf(message)
    // A pipe carries what a session has a stream for.
    const needsStream =
      line.transport === 'stdio' && method === 'notifications/initialized' && this.#session !== undefined
    if (needsStream) await this.#open('GET', false)
  }

  async close(): Promise<void> {
    this.#end.abort()
    await Promise.all(this.#running)
  }

  /** Opens the GET stream; before a session there is one, it is that of HTTP+SSE. */
  async #open(method: string, isFirst: boolean): Promise<void> {
    if (method === 'GET' && isFirst && this.#session === undefined) {
      this.#endpoint = new Promise((resolve) => {
        this.#onEndpoint = resolve
        this.#end.signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    const accept = method === 'GET' ? { accept: 'text/event-stream' } : {}
    await this.#exchange(method, undefined, { ...accept, ...this.#sessionHeaders() })
  }

  #postHeaders(message: unknown, recorded: Readonly<Record<string, string>>): Record<string, string> {
    const passed = Object.entries(recorded).filter(([name]) => /^mcp-(?!session-id$)/.test(name))
    const [first = {}] = partsOf(message)
    const stated = first.method === 'initialize' ? undefined : statedRevision(first)
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(stated !== undefined && modernHeaders(first, stated)),
      ...this.#sessionHeaders(),
      ...Object.fromEntries(passed),
    }
  }

  #sessionHeaders(): Record<string, string> {
    return {
      ...(this.#session !== undefined && { 'mcp-session-id': this.#session }),
      ...(this.#revision !== undefined && { 'mcp-protocol-version': this.#revision }),
    }
  }

  async #exchange(method: string, body: string | undefined, own: Record<string, string>): Promise<void> {
    const { recorder, authorizer, headers, signal: outer, onError } = this.#options
    const url = method === 'POST' ? this.#postUrl : this.#options.url
    const signal = AbortSignal.any([outer, this.#end.signal])
    const credentials = await authorizer?.headers({ method, url: url.href }, signal)
    const sent = { ...own, ...headers, ...credentials }
    const exchange = recorder.exchange({ method, path: url.pathname + url.search, headers: Object.entries(sent) })
    if (body !== undefined) exchange.requestBody(Buffer.from(body))
    exchange.endRequest()
    try {
      const response = await fetch(url, { method, headers: sent, signal, ...(body !== undefined && { body }) })
      this.#session ??= response.headers.get('mcp-session-id') ?? undefined
      exchange.response({ status: response.status, headers: response.headers })
      const reading = this.#read(response, exchange).catch(() => exchange.abort('client'))
      this.#running.add(reading)
      void reading.then(() => this.#running.delete(reading))
    } catch (reason) {
      exchange.abort('server', String(reason))
      if (!signal.aborted) onError(`${method} ${url.origin}${url.pathname}: ${describe(reason)}`)
    }
  }

  async #read(response: Response, exchange: ExchangeRecorder): Promise<void> {
    const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
    const events = new EventReader((event, data) => this.#receive(event, data))
    let text = ''
    const decoder = new TextDecoder()
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      exchange.responseBody(piece)
      const decoded = decoder.decode(piece, { stream: true })
      if (isStream) events.push(decoded)
      else text += decoded
    }
    exchange.endResponse()
    if (!isStream && text !== '') this.#receive('message', text)
  }

  #receive(event: string, data: string): void {
    if (event === 'endpoint') {
      this.#postUrl = new URL(data, this.#options.url)
      // Messages go to nobody else: the address comes from the server.
      if (this.#postUrl.origin !== this.#options.url.origin) this.#postUrl = this.#options.url
      this.#onEndpoint()
      return
    }
    const message = parse(data)
    if (message === undefined) return
    for (const { result } of partsOf(message)) {
      const { protocolVersion } = (result ?? {}) as { readonly protocolVersion?: unknown }
      if (typeof protocolVersion === 'string') this.#revision = protocolVersion
    }
    this.#options.onMessage(message)
  }
}

function isOpening({ headers = {} }: RecordedLine): boolean {
  return headers['mcp-session-id'] === undefined && headers['mcp-protocol-version'] === undefined
}

/** The headers that repeat what a message says. spec: basic/transports/streamable-http#request-metadata */
function modernHeaders(message: AnyMessage, revision: string): Record<string, string> {
  const subject = subjectOf(message)
  return {
    'mcp-protocol-version': revision,
    'mcp-method': String(message.method),
    ...(subject !== undefined && isPlain(subject) && { 'mcp-name': subject }),
  }
}

/** Other names are not sent: the server says so if it needs them. */
function isPlain(name: string): boolean {
  return /^[\x21-\x7e]+$/.test(name)
}

function describe(reason: unknown): string {
  const { message, cause } = reason as Error // what `fetch` throws
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
