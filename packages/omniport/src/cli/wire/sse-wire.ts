import { parseUrl } from '../../values/text/parse-url.js'
import { EventReader } from './event-reader.js'
import { describeFailure, type HttpWireOptions } from './http-wire.js'
import { MessageLog, mostCharacters } from './message-log.js'
import { PushedMessages } from './pushed-messages.js'
import type { RawTransport, Reply, SendOptions } from './wire.js'

/**
 * HTTP+SSE: a stream that stays open, whose first event names the address that messages are posted to.
 * spec: 2024-11-05 basic/transports#http-with-sse
 */
export class SseWire implements RawTransport {
  readonly transport = 'sse'
  readonly log = new MessageLog(true)
  readonly garbage: string[] = []
  readonly stderr: readonly string[] = []
  /** The names of the events that messages came in, without repetition. */
  readonly eventNames = new Set<string>()
  readonly #options: HttpWireOptions
  readonly #pushed: PushedMessages
  readonly #closing = new AbortController()
  #postUrl: URL | undefined

  /** Resolves with undefined if nothing at the address speaks HTTP+SSE. Rejects with the reason of the signal. */
  static async open(options: HttpWireOptions): Promise<SseWire | undefined> {
    const wire = new SseWire(options)
    const isOpen = await wire.#open()
    if (!isOpen) await wire.close()
    return isOpen ? wire : undefined
  }

  private constructor(options: HttpWireOptions) {
    this.#options = options
    this.#pushed = new PushedMessages(options, (message) => {
      this.log.send(message)
      void this.#post(message, {})
    })
  }

  get isEnded(): boolean {
    return this.#pushed.isEnded
  }

  async send(message: unknown, options: SendOptions = {}): Promise<Reply> {
    if (options.httpMethod !== undefined) return this.#fetch(options.httpMethod, undefined, options)
    if (typeof message === 'object' && message !== null) this.log.send(message)
    this.#pushed.clear()
    const posted = await this.#post(message, options)
    const isRefused = posted.failure !== undefined || (posted.status ?? 0) >= 400
    if (options.awaits === undefined || isRefused) return posted
    const reply = await this.#pushed.reply(options)
    return reply.response === undefined ? { ...posted, ...reply } : reply
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#pushed.end()
  }

  async #open(): Promise<boolean> {
    const { url, headers, fetch, signal } = this.#options
    const response = await fetch(url, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, this.#closing.signal]),
      redirect: 'manual',
    }).catch(() => undefined)
    signal.throwIfAborted()
    const isStream = response?.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (response === undefined || !isStream) {
      await response?.body?.cancel()
      return false
    }
    void this.#read(response)
    await this.#pushed.until(() => this.#postUrl !== undefined || this.isEnded)
    return this.#postUrl !== undefined
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder()
    const reader = new EventReader((event, data) => this.#take(event, data), mostCharacters)
    try {
      for await (const bytes of response.body ?? []) reader.push(decoder.decode(bytes as Uint8Array, { stream: true }))
    } catch {
      // The server has broken it off, or the wire is closed.
    }
    this.#pushed.end()
  }

  #take(event: string, data: string): void {
    const { url } = this.#options
    if (event === 'endpoint') {
      this.#postUrl ??= parseUrl(data, url)
      this.#pushed.receive([])
      return
    }
    const messages = this.log.receive(data)
    if (messages?.some((message) => 'jsonrpc' in message)) this.eventNames.add(event)
    this.#pushed.receive(messages ?? [])
  }

  /** Messages go to no other origin: they may have credentials. */
  async #post(message: unknown, options: SendOptions): Promise<Reply> {
    const origin = this.#postUrl?.origin
    if (origin !== new URL(this.#options.url).origin)
      return { messages: [], failure: `the server has named an address at another origin, ${origin}` }
    return this.#fetch('POST', typeof message === 'string' ? message : JSON.stringify(message), options)
  }

  async #fetch(method: string, body: string | undefined, { headers = {} }: SendOptions): Promise<Reply> {
    const { url, headers: own, fetch, signal, timeoutMs } = this.#options
    const given = { 'content-type': 'application/json', ...own, ...headers }
    const ending = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(method === 'POST' ? (this.#postUrl ?? url) : url, {
        method,
        headers: Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
        ...(body !== undefined && { body }),
        signal: AbortSignal.any([signal, this.#closing.signal, ending]),
        redirect: 'manual',
      })
      await response.body?.cancel()
      return { messages: [], status: response.status, headers: response.headers }
    } catch (reason) {
      signal.throwIfAborted()
      return { messages: [], failure: describeFailure(reason) }
    }
  }
}
