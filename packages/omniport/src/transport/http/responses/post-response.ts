import { encodeMessage } from '../../../jsonrpc/messages/encode-message.js'
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import { retryAfterOf } from '../../../protocol/errors/rate-limited.js'
import type { HttpContext } from '../requests/http-context.js'
import { type EventWriter, toEventData } from './event-writer.js'

/** What an answer does where revisions differ. */
export interface ResponseWriter {
  /** Starts the stream. */
  open(context: HttpContext): EventWriter
  /** Sends the data of the only event of a stream, which was over before it was started. */
  sendComplete(context: HttpContext, data: string): void
  /** Of a reply that is no stream, by its only response. */
  statusOf(response: RpcResponse): number
}

/** How a POST is answered. */
export interface PostResponseOptions {
  /** `json`: notifications are dropped, and only a question makes a stream of it. `late`: the same, but a stream in the end. */
  readonly form: 'auto' | 'json' | 'sse' | 'late'
  readonly writer: ResponseWriter
  /** How many requests are in it; undefined where it is a single request and no batch. */
  readonly batch?: number | undefined
}

const jsonHeaders = Object.freeze({ 'content-type': 'application/json' })

/**
 * The answer to one POST: a JSON reply, unless something is sent before the responses, or they take long; then a stream.
 * A stream with nothing but a response that is there at once goes out in one piece. Takes exactly as many responses as there
 * were requests.
 *
 * spec: basic/transports/streamable-http#receiving-messages
 */
export class PostResponse {
  readonly #context: HttpContext
  readonly #options: PostResponseOptions
  readonly #encoded: (string | Uint8Array)[] = []
  #remaining: number
  #retryAfter: number | undefined
  #events: EventWriter | undefined
  #stopTimer: (() => void) | undefined

  constructor(context: HttpContext, options: PostResponseOptions) {
    this.#context = context
    this.#options = options
    this.#remaining = options.batch ?? 1
  }

  /** Whether every response was given. */
  get complete(): boolean {
    return this.#remaining === 0
  }

  /** Its requests are being served: from now on it becomes a stream when its time has come. */
  startStreamTimer(): void {
    if (this.complete || this.#events !== undefined) return
    const { limits, runtime } = this.#context.settings
    const { form } = this.#options
    if (form === 'auto') this.#stopTimer = runtime.after(limits.jsonMs, () => this.#open())
    // A handler that answers within its turn of the event loop is answered before.
    else if (form === 'sse') runtime.defer(() => !this.complete && this.#open())
  }

  /** Sends a message that belongs to a request. */
  notify(message: RpcNotification): void {
    const { form } = this.#options
    if (this.complete || (this.#events === undefined && (form === 'json' || form === 'late'))) return
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
    if (this.#events !== undefined) this.#events.write(response)
    else this.#encoded.push(encodeMessage(response))
    this.#retryAfter = response.error && retryAfterOf(response.error)
    this.#settle(this.#retryAfter === undefined ? this.#options.writer.statusOf(response) : 429)
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
    this.#remaining -= 1
    if (!this.complete) return
    this.#stopTimer?.()
    if (this.#options.form === 'sse') this.#endStream()
    else if (this.#events === undefined) this.#send(status)
    else this.#events.end()
  }

  #endStream(): void {
    const [only] = this.#encoded
    if (only === undefined) this.#open().end()
    else this.#options.writer.sendComplete(this.#context, toEventData(only))
  }

  #send(status: number): void {
    const context = this.#context
    const { reply } = context
    const [only] = this.#encoded
    if (only === undefined) {
      reply.send(202, context.replyHeaders())
    } else if (this.#options.batch !== undefined) {
      reply.send(200, context.replyHeaders(jsonHeaders), `[${this.#encoded.map(toEventData).join(',')}]`)
    } else {
      if (this.#retryAfter !== undefined) context.setHeader('retry-after', `${this.#retryAfter}`)
      reply.send(status, context.replyHeaders(jsonHeaders), only)
    }
  }

  #open(): EventWriter {
    if (this.#events !== undefined) return this.#events
    this.#stopTimer?.()
    const events = this.#options.writer.open(this.#context)
    this.#events = events
    for (const text of this.#encoded.splice(0)) events.write(JSON.parse(toEventData(text)) as RpcMessage)
    return events
  }
}
