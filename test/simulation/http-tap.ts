import type { History } from '../history/history.js'
import type { Side } from '../history/history-event.js'
import { SseScan } from './sse-scan.js'

/** One HTTP request, as a recorder sees it. */
export interface TappedRequest {
  readonly method: string
  readonly headers: Headers
  readonly body: string | undefined
}

/** Records what one client sends and gets over HTTP. */
export class HttpTap {
  readonly #history: History
  readonly #connection: string
  /** The stream of each event id that was seen. */
  readonly #streams = new Map<string, string>()
  #count = 0

  constructor(history: History, connection: string) {
    this.#history = history
    this.#connection = connection
  }

  /** A request is on its way. */
  open({ method, headers, body }: TappedRequest): ExchangeTap {
    this.#count += 1
    const lastId = headers.get('last-event-id')
    const known = lastId === null ? undefined : this.#streams.get(lastId)
    const stream = known ?? `${this.#connection}/${method}-${this.#count}`
    if (method === 'GET' && known === undefined) this.#history.record({ kind: 'shared-stream', stream })
    const tap = new ExchangeTap(this.#history, { connection: this.#connection, stream, body }, (id) =>
      this.#streams.set(id, stream),
    )
    tap.send()
    return tap
  }
}

interface Exchanged {
  readonly connection: string
  readonly stream: string
  readonly body: string | undefined
}

/** Records one request and its reply, as its bytes pass either end. */
export class ExchangeTap {
  readonly stream: string
  readonly #history: History
  readonly #exchanged: Exchanged
  readonly #left: Scan
  readonly #arrived: Scan
  readonly #messages: readonly unknown[]
  #isLost = false
  /** The reply is no part of the stream that was wanted. */
  #isRefused = false

  constructor(history: History, exchanged: Exchanged, onEventId: (id: string) => void) {
    this.stream = exchanged.stream
    this.#history = history
    this.#exchanged = exchanged
    this.#messages = exchanged.body ? [JSON.parse(exchanged.body)].flat() : []
    this.#left = new Scan((message, id) => {
      if (id !== undefined) onEventId(id)
      this.#record('sent', 'server', { message, eventId: id })
    })
    this.#arrived = new Scan((message, id) => this.#record('received', 'server', { message, eventId: id }))
  }

  /** The client sends the request. */
  send(): void {
    for (const message of this.#messages) this.#record('sent', 'client', { message })
  }

  /** The server has all of it. */
  arrive(): void {
    for (const message of this.#messages) this.#record('received', 'client', { message })
  }

  /** The head of the reply leaves the server. */
  reply(response: Response): void {
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    this.#left.isStream = isStream
    this.#arrived.isStream = isStream
    if (this.#exchanged.body !== undefined || response.status === 200) return
    this.#isRefused = true
    if (response.status < 500) this.#history.record({ kind: 'gap', stream: this.stream })
  }

  /** Bytes of the reply leave the server; undefined: these were all. */
  leave(bytes: Uint8Array | undefined): void {
    this.#left.take(bytes)
  }

  /** The same as they reach the client. */
  deliver(bytes: Uint8Array | undefined): void {
    this.#arrived.take(bytes)
  }

  /** What has not arrived will not arrive on this connection. */
  lose(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#history.record({ kind: 'lost', connection: this.#exchanged.connection, stream: this.stream })
  }

  #record(
    kind: 'sent' | 'received',
    by: Side,
    { message, eventId }: { message: unknown; eventId?: string | undefined },
  ) {
    const { connection } = this.#exchanged
    const stream = this.#isRefused ? `${this.stream}/refused` : this.stream
    this.#history.record({ kind, connection, by, message, stream, ...(eventId !== undefined && { eventId }) })
  }
}

/** Finds the messages in the bytes of one reply. */
class Scan {
  isStream = false
  readonly #onMessage: (message: unknown, eventId: string | undefined) => void
  readonly #events: SseScan
  readonly #chunks: Uint8Array[] = []

  constructor(onMessage: (message: unknown, eventId: string | undefined) => void) {
    this.#onMessage = onMessage
    this.#events = new SseScan(({ id, data }) => {
      if (data !== '') onMessage(JSON.parse(data), id)
      else if (id !== undefined) onMessage(null, id)
    })
  }

  take(bytes: Uint8Array | undefined): void {
    if (this.isStream) {
      if (bytes !== undefined) this.#events.take(bytes)
    } else if (bytes !== undefined) {
      this.#chunks.push(bytes)
    } else {
      const text = Buffer.concat(this.#chunks).toString()
      if (text !== '') for (const message of [JSON.parse(text)].flat()) this.#onMessage(message, undefined)
    }
  }
}
