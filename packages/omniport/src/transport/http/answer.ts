import { encodeMessage } from '../../jsonrpc/encode-message.js'
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages.js'
import { retryAfterOf } from '../../protocol/rate-limited.js'
import type { Runtime } from '../../protocol/runtime.js'
import type { HttpHeaders, HttpReply } from './http-request.js'
import { type Outlet, toEventData } from './outlet.js'

/** How a POST is answered. */
export interface AnswerOptions {
  readonly reply: HttpReply
  /** Headers of the reply, whatever its form. */
  readonly headers: () => HttpHeaders
  /** `json`: notifications are dropped, and only a question makes a stream of it. `late`: the same, but a stream in the end. */
  readonly form: 'auto' | 'json' | 'sse' | 'late'
  /** After how long an answer that is not there becomes a stream. */
  readonly jsonMs: number
  readonly runtime: Runtime
  /** Starts the stream. */
  readonly openOutlet: () => Outlet
  /** Sends the data of the only event of a stream, which was over before it was started. */
  readonly sendEvent: (data: string) => void
  /** Of a reply that is no stream, by its only response. */
  readonly statusOf: (response: RpcResponse) => number
  /** How many requests are in it; undefined where it is a single request and no batch. */
  readonly batch?: number | undefined
}

/**
 * The answer to one POST: a JSON reply, unless something is sent before the responses, or they take long; then a stream.
 * A stream with nothing but a response that is there at once goes out in one piece. Takes exactly as many responses as there
 * were requests.
 *
 * spec: basic/transports/streamable-http#receiving-messages
 */
export class Answer {
  readonly #options: AnswerOptions
  readonly #texts: (string | Uint8Array)[] = []
  #left: number
  #retryAfter: number | undefined
  #outlet: Outlet | undefined
  #stopTimer: (() => void) | undefined

  constructor(options: AnswerOptions) {
    this.#options = options
    this.#left = options.batch ?? 1
    if (options.form === 'sse') this.#openSoon()
    if (options.form === 'auto') this.#stopTimer = options.runtime.after(options.jsonMs, () => this.#open())
  }

  /** Whether every response was given. */
  get complete(): boolean {
    return this.#left === 0
  }

  /** Sends a message that belongs to a request. */
  notify(message: RpcNotification): void {
    const { form } = this.#options
    if (this.complete || (this.#outlet === undefined && (form === 'json' || form === 'late'))) return
    this.#open().write(message)
  }

  /** Sends a question that belongs to a request, or takes it back: that makes a stream of any answer. */
  send(message: RpcRequest | RpcNotification): void {
    if (!this.complete) this.#open().write(message)
  }

  /** Gives one of the responses. @throws TypeError at once, having taken nothing, when JSON cannot carry it. */
  respond(response: RpcResponse): void {
    if (this.complete) return
    const { form, batch } = this.#options
    if (form === 'late' || (form === 'sse' && batch !== undefined)) this.#open()
    if (this.#outlet !== undefined) this.#outlet.write(response)
    else this.#texts.push(encodeMessage(response))
    this.#retryAfter = response.error && retryAfterOf(response.error)
    this.#settle(this.#retryAfter === undefined ? this.#options.statusOf(response) : 429)
  }

  /** One of the requests will not be answered: it was cancelled. */
  skip(): void {
    if (!this.complete) this.#settle(202)
  }

  /** Closes the connection and lets the client come back, where the stream can be resumed. */
  suspend(retryMs: number | undefined): void {
    if (this.complete) return
    this.#open().suspend?.(retryMs)
  }

  #settle(status: number): void {
    this.#left -= 1
    if (!this.complete) return
    this.#stopTimer?.()
    if (this.#options.form === 'sse') this.#endStream()
    else if (this.#outlet === undefined) this.#send(status)
    else this.#outlet.end()
  }

  #endStream(): void {
    const [only] = this.#texts
    if (only === undefined) this.#open().end()
    else this.#options.sendEvent(toEventData(only))
  }

  #send(status: number): void {
    const { reply, headers, batch } = this.#options
    const [only] = this.#texts
    if (only === undefined) {
      reply.send(202, headers())
      return
    }
    const json = { ...headers(), 'content-type': 'application/json' }
    if (batch !== undefined) {
      reply.send(200, json, `[${this.#texts.map(toEventData).join(',')}]`)
      return
    }
    const retry = this.#retryAfter === undefined ? {} : { 'retry-after': `${this.#retryAfter}` }
    reply.send(status, { ...json, ...retry }, only)
  }

  /** A handler that answers within its turn of the event loop is answered before. */
  #openSoon(): void {
    this.#options.runtime.defer(() => {
      if (!this.complete) this.#open()
    })
  }

  #open(): Outlet {
    if (this.#outlet !== undefined) return this.#outlet
    this.#stopTimer?.()
    const outlet = this.#options.openOutlet()
    this.#outlet = outlet
    for (const text of this.#texts.splice(0)) outlet.write(JSON.parse(toEventData(text)) as RpcMessage)
    return outlet
  }
}
