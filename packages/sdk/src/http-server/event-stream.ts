import type { ByteSink, HttpHeaders, HttpReply, StallWatch } from '#core/serve'
import { armSseKeepAlive } from '../server/sseKeepAlive.js'
import type { JSONRPCMessage, RequestId } from '../types.js'
import { afterTurn } from './after-turn.js'
import { watchReader } from './reader-watch.js'
import type { EventId } from './streamable-options.js'

/** A stream of events: of the responses to one POST, or of what belongs to no request. Clients come and go. */
export class EventStream {
  readonly id: string
  /** The requests that wait for a response. */
  readonly pending: Set<RequestId>
  /** True once a client has the id of an event, so that it can come back. */
  isResumable = false
  /** The events that the client got from the store. */
  replayed: ReadonlySet<EventId> | undefined
  readonly #keepAliveMs: number
  #reply: HttpReply | undefined
  #headers: HttpHeaders = {}
  #sink: ByteSink | undefined
  #watch: StallWatch | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(id: string, ids: readonly RequestId[], keepAliveMs: number) {
    this.id = id
    this.pending = new Set(ids)
    this.#keepAliveMs = keepAliveMs
  }

  /** True while a client reads. */
  get isConnected(): boolean {
    return this.#reply !== undefined
  }

  isConnectedTo(reply: HttpReply): boolean {
    return this.#reply === reply
  }

  /** Takes the reply that the events go to. Its head is sent with the first event, or after this turn. */
  connect(reply: HttpReply, headers: HttpHeaders): void {
    this.#reply = reply
    this.#headers = headers
    afterTurn(
      () => this.#reply === reply,
      () => {
        if (this.#reply === reply) this.open()
      },
    )
  }

  /** Sends the head of the reply, if it was not sent. */
  open(): void {
    if (this.#sink !== undefined || this.#reply === undefined) return
    const sink = this.#reply.open(200, this.#headers)
    const watch = watchReader(sink)
    sink.onDrain(() => (this.#watch === watch ? watch.pause() : watch.stop()))
    this.#sink = sink
    this.#watch = watch
    this.#timer = armSseKeepAlive(this.#keepAliveMs, () => this.write(': keepalive\n\n'))
  }

  write(event: string): void {
    if (event === '') return
    this.open()
    this.#sink?.write(event)
    if (this.#sink?.waiting) this.#watch?.start()
  }

  /** Ends the reply after a last event. */
  end(event = ''): void {
    const [reply, sink, watch] = [this.#reply, this.#sink, this.#watch]
    this.disconnect()
    if (sink === undefined) {
      reply?.send(200, this.#headers, event)
      return
    }
    if (event !== '') sink.write(event)
    sink.end()
    if (sink.waiting > 0) watch?.start()
  }

  /** Forgets the reply. */
  disconnect(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#watch?.stop()
    this.#watch = undefined
    this.#reply = undefined
    this.#sink = undefined
    this.replayed = undefined
  }
}

/** Encodes a message as an event. */
export function encodeEvent(message: JSONRPCMessage, id?: EventId): string {
  return `event: message\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(message)}\n\n`
}
