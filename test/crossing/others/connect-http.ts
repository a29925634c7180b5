import type { Message } from '#test/support/connect-raw.js'
import { SseReader } from '#test/support/sse-reader.js'
import type { ConnectionOptions, CrossingConnection } from '../crossing-client.js'

type Json = Readonly<Record<string, unknown>>

/** Connects to a URL as a client of one revision that shows what is on its wire. */
export async function connectHttp(url: string, options: ConnectionOptions): Promise<CrossingConnection> {
  const connection = new HttpConnection(url, options)
  await connection.begin()
  return connection
}

class HttpConnection implements CrossingConnection {
  readonly #url: string
  readonly #options: ConnectionOptions
  readonly #running = new Map<unknown, AbortController>()
  #session: string | undefined
  #lastId = 0

  constructor(url: string, options: ConnectionOptions) {
    this.#url = url
    this.#options = options
  }

  /** Sessions are initialized, and listen on a stream of their own. */
  async begin(): Promise<void> {
    const { revision, capabilities } = this.#options
    if (this.#isModern) return
    const clientInfo = { name: 'raw', version: '1' }
    const params = { protocolVersion: revision, capabilities, clientInfo }
    const { error } = await this.request('initialize', params, 'initialize')
    if (error !== undefined) throw new Error(error.message)
    await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' }, 'initialized')
    void this.#listen().catch(() => {}) // a server may have no such stream
  }

  async request(method: string, params: Json = {}, id: string | number = ++this.#lastId): Promise<Message> {
    const sent = { jsonrpc: '2.0', id, method, params: this.#isModern ? this.#marked(params) : params }
    const response = await this.#post(sent, id)
    this.#session ??= response.headers.get('mcp-session-id') ?? undefined
    const answer = await this.#read(response, id)
    if (answer !== undefined) return answer
    return new Promise(() => {})
  }

  notify(method: string, params: Json = {}): void {
    const requestId = params['requestId']
    if (this.#isModern) this.#running.get(requestId)?.abort()
    else this.send({ jsonrpc: '2.0', method, params })
  }

  send(message: unknown): void {
    void this.#post(message as Json, Symbol()).catch(() => {}) // it fails like a message that is lost
  }

  close(): void {
    for (const controller of this.#running.values()) controller.abort()
  }

  get #isModern(): boolean {
    return this.#options.revision === '2026-07-28'
  }

  #post(message: Json, key: unknown): Promise<Response> {
    const { method } = message
    const { name, uri, taskId } = (message['params'] ?? {}) as Json
    const named = name ?? uri ?? taskId
    const modern = { 'mcp-method': String(method), ...(named !== undefined && { 'mcp-name': String(named) }) }
    return this.#fetch(key, {
      method: 'POST',
      body: JSON.stringify(message),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(method !== 'initialize' && this.#sessionHeaders()),
        ...(this.#isModern && modern),
      },
    })
  }

  async #listen(): Promise<void> {
    const headers = { accept: 'text/event-stream', ...this.#sessionHeaders() }
    await this.#read(await this.#fetch('listen', { headers }), undefined)
  }

  #sessionHeaders(): Readonly<Record<string, string>> {
    const session = this.#session === undefined ? {} : { 'mcp-session-id': this.#session }
    return { 'mcp-protocol-version': this.#options.revision, ...session }
  }

  #fetch(key: unknown, init: RequestInit): Promise<Response> {
    const controller = new AbortController()
    this.#running.set(key, controller)
    return fetch(this.#url, { ...init, signal: controller.signal })
  }

  /** Passes messages on until the response is there; undefined: it never comes. */
  async #read(response: Response, id: unknown): Promise<Message | undefined> {
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      return JSON.parse(await response.text()) as Message
    }
    const reader = new SseReader(new Response(response.body, { headers: { 'content-type': 'text/event-stream' } }))
    for (;;) {
      const message = (await reader.message().catch(() => undefined)) as Message | undefined
      if (message === undefined) return undefined
      if (message.method === undefined && message.id === id) return message
      this.#options.onMessage(message)
    }
  }

  #marked(params: Json): Json {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': this.#options.revision,
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': this.#options.capabilities,
      ...(params['_meta'] as Json | undefined),
    }
    return { ...params, _meta }
  }
}
