import type { HttpAuthorizer } from '../../../entries/auth.js'
import type { RpcRequest } from '../../../entries/jsonrpc.js'
import { type ExchangeRecorder, type RecordedLine, type Recorder, toRequestHeaders } from '../../../entries/protocol.js'
import { EventReader } from '../../wire/event-reader.js'
import { partsOf, statedRevision, toMembers } from '../turns/messages.js'
import type { OnMessage, ReplayConnection } from './connection.js'
import { parse } from './program-connection.js'
import { ToolSchemas } from './tool-schemas.js'

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
  readonly #tools = new ToolSchemas((request) => this.#sendOwn(request))
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
    await this.#exchange('POST', text, await this.#postHeaders(message, line))
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

  async #postHeaders(
    message: unknown,
    { headers = {}, message: recorded }: RecordedLine,
  ): Promise<Record<string, string>> {
    // Recorded headers that repeat a recorded message are made anew: its values may be others now.
    const repeated = await this.#repeat(recorded)
    const passed = Object.entries(headers).filter(
      ([name, value]) => /^mcp-(?!session-id$)/.test(name) && repeated[name] !== value,
    )
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(await this.#repeat(message)),
      ...this.#sessionHeaders(),
      ...Object.fromEntries(passed),
    }
  }

  /** The headers with which a modern message is repeated. */
  async #repeat(message: unknown): Promise<Record<string, string>> {
    const [first = {}] = partsOf(message)
    const { method, params } = first
    if (typeof method !== 'string' || method === 'initialize' || statedRevision(first) === undefined) return {}
    const inputSchema = method === 'tools/call' ? await this.#tools.find(first) : undefined
    return toRequestHeaders({ jsonrpc: '2.0', method, params: toMembers(params) }, { inputSchema })
  }

  /** A request of this command's own is not recorded, so that the recordings of before and now have the same messages. */
  async #sendOwn(request: RpcRequest): Promise<unknown> {
    const { url, headers, authorizer, signal: outer } = this.#options
    const signal = AbortSignal.any([outer, this.#end.signal])
    try {
      const credentials = await authorizer?.headers({ method: 'POST', url: url.href }, signal)
      const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const sent = { ...own, ...toRequestHeaders(request), ...headers, ...credentials }
      const response = await fetch(url, { method: 'POST', headers: sent, signal, body: JSON.stringify(request) })
      const messages: unknown[] = []
      const text = await response.text()
      if (!isEventStream(response)) return parse(text)
      new EventReader((_event, data) => void messages.push(parse(data))).push(text)
      return messages.find((message) => partsOf(message).some(({ id }) => id === request.id))
    } catch {
      outer.throwIfAborted()
      return undefined // the call that needs it says what is wrong
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
    const isStream = isEventStream(response)
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
    for (const part of partsOf(message)) {
      const { result } = part
      this.#tools.learn(part)
      const { protocolVersion } = (result ?? {}) as { readonly protocolVersion?: unknown }
      if (typeof protocolVersion === 'string') this.#revision = protocolVersion
    }
    this.#options.onMessage(message)
  }
}

function isOpening({ headers = {} }: RecordedLine): boolean {
  return headers['mcp-session-id'] === undefined && headers['mcp-protocol-version'] === undefined
}

function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

function describe(reason: unknown): string {
  const { message, cause } = reason as Error // what `fetch` throws
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
