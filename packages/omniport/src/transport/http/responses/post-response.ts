import { encodeMessage } from '../../../jsonrpc/messages/encode-message.js'
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import { retryAfterOf } from '../../../protocol/errors/rate-limited.js'
import { isServerFull } from '../../../protocol/errors/server-full.js'
import type { HttpContext } from '../requests/http-context.js'
import { type EventWriter, toEventData } from './event-writer.js'
import { plainResponse } from './plain-response.js'

/** Writes a response as a stream. Revisions differ here. */
export interface ResponseWriter {
  open(context: HttpContext): EventWriter
  /** Sends a stream with a single event, whose data is there before it starts. */
  sendComplete(context: HttpContext, data: string): void
}

export interface PostResponseOptions {
  /**
   * `json`: notifications are dropped, and only a request of the server turns the response into a stream. `late`: the same,
   * but the response itself is sent as a stream. Default: the form that the server and the client agree on.
   */
  readonly form?: 'auto' | 'json' | 'sse' | 'late' | undefined
  /** Default: streams that cannot be resumed. */
  readonly writer?: ResponseWriter | undefined
  /** The status of a JSON reply. Default: 200. */
  readonly statusOf?: ((response: RpcResponse) => number) | undefined
  /** The number of requests in a batch. Undefined for a single request. */
  readonly batch?: number | undefined
  /** A stream begins only after `jsonMs`, unless something is sent before: an answer that waits for a store goes out in one piece. */
  readonly beginsLate?: boolean | undefined
}

const jsonHeaders = Object.freeze({ 'content-type': 'application/json' })
const noTimer = () => {}

/**
 * The response to one POST: a JSON reply, or a stream if something is sent before the responses or they take long. A stream
 * that holds only a response which is there at once is sent in one piece. Takes one response per request of the POST.
 * spec: basic/transports/streamable-http#receiving-messages
 */
export class PostResponse {
  readonly #context: HttpContext
  readonly #form: 'auto' | 'json' | 'sse' | 'late'
  readonly #writer: ResponseWriter
  readonly #statusOf: ((response: RpcResponse) => number) | undefined
  readonly #batch: number | undefined
  readonly #beginsLate: boolean
  readonly #encoded: (string | Uint8Array)[] = []
  #remaining: number
  #retryAfter: number | undefined
  #events: EventWriter | undefined
  #stopTimer: (() => void) | undefined

  constructor(
    context: HttpContext,
    { form = context.form, writer = plainResponse, statusOf, batch, beginsLate = false }: PostResponseOptions = {},
  ) {
    this.#context = context
    this.#form = form
    this.#writer = writer
    this.#statusOf = statusOf
    this.#batch = batch
    this.#beginsLate = beginsLate
    this.#remaining = batch ?? 1
  }

  get complete(): boolean {
    return this.#remaining === 0
  }

  /** Turns the response into a stream later, if it is not complete by then. Only the first call counts. */
  startStreamTimer(): void {
    if (this.complete || this.#events !== undefined || this.#stopTimer !== undefined) return
    const { limits, runtime } = this.#context.settings
    if (this.#form === 'auto' || (this.#form === 'sse' && this.#beginsLate)) {
      this.#stopTimer = runtime.after(limits.jsonMs, () => this.#open())
    } else if (this.#form === 'sse') {
      // A handler that returns within this turn of the event loop is answered in one piece.
      runtime.defer(() => !this.complete && this.#open())
      this.#stopTimer = noTimer
    }
  }

  notify(message: RpcNotification): void {
    const isDropped = this.#events === undefined && (this.#form === 'json' || this.#form === 'late')
    if (!this.complete && !isDropped) this.#open().write(message)
  }

  /** Sends a request of the server, or cancels it. This turns any response into a stream. */
  send(message: RpcRequest | RpcNotification): void {
    if (!this.complete) this.#open().write(message)
  }

  /** Takes one of the responses. @throws TypeError at once, having taken nothing, if JSON cannot carry it. */
  respond(response: RpcResponse): void {
    if (this.complete) return
    if (this.#form === 'late' || (this.#form === 'sse' && this.#batch !== undefined)) this.#open()
    if (this.#events !== undefined) this.#events.write(response)
    else this.#encoded.push(encodeMessage(response))
    this.#retryAfter = response.error && retryAfterOf(response.error)
    this.#settle(this.#retryAfter === undefined ? (this.#statusOf?.(response) ?? 200) : retryStatusOf(response))
  }

  /** Counts a request that was cancelled: it has no response. */
  skip(): void {
    if (!this.complete) this.#settle(202)
  }

  /** Closes the connection of a stream that can be resumed: the client comes back for the rest. */
  suspend(retryMs: number | undefined): void {
    if (this.complete) return
    this.#open().suspend?.(retryMs)
  }

  #settle(status: number): void {
    this.#remaining -= 1
    if (!this.complete) return
    this.#stopTimer?.()
    if (this.#form === 'sse') this.#endStream()
    else if (this.#events === undefined) this.#send(status)
    else this.#events.end()
  }

  #endStream(): void {
    const [only] = this.#encoded
    if (only === undefined) this.#open().end()
    else this.#writer.sendComplete(this.#context, toEventData(only))
  }

  #send(status: number): void {
    const context = this.#context
    const { reply } = context
    const [only] = this.#encoded
    if (only === undefined) {
      context.sendAccepted()
    } else if (this.#batch !== undefined) {
      reply.send(200, context.replyHeaders(jsonHeaders), `[${this.#encoded.map(toEventData).join(',')}]`)
    } else {
      if (this.#retryAfter !== undefined) context.setHeader('retry-after', `${this.#retryAfter}`)
      reply.send(status, context.replyHeaders(jsonHeaders), only)
    }
  }

  #open(): EventWriter {
    if (this.#events !== undefined) return this.#events
    this.#stopTimer?.()
    const events = this.#writer.open(this.#context)
    this.#events = events
    for (const text of this.#encoded.splice(0)) events.write(JSON.parse(toEventData(text)) as RpcMessage)
    return events
  }
}

/** 503 if the server is full for everyone, 429 if the caller asked too much. */
function retryStatusOf({ error }: RpcResponse): number {
  return error !== undefined && isServerFull(error) ? 503 : 429
}
