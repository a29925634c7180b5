import type { JsonValue } from '../../../../values/json/json-value.js'
import type { EventStream } from '../../responses/event-stream.js'
import { formatEventId, type SessionStream, type StreamEvent } from './session-stream.js'

export interface StreamReaderOptions {
  readonly stream: SessionStream
  /** The position after which to begin. Empty: at the start. */
  readonly position: string
  /** Empty events are sent only if this is true: older clients do not expect them. */
  readonly sendsPrimingEvents: boolean
}

/**
 * Copies a stream of a session from the log to one connection, no faster than the client reads, until the stream ends or
 * `stop` is called.
 */
export class StreamReader {
  readonly #options: StreamReaderOptions
  readonly #abort = new AbortController()
  readonly #source: AsyncGenerator<StreamEvent>
  #first: Promise<IteratorResult<StreamEvent>> | undefined
  #events: EventStream | undefined
  #position: string
  #suspendAt: { readonly position: string; readonly retryMs: number | undefined } | undefined

  constructor(options: StreamReaderOptions) {
    this.#options = options
    this.#position = options.position
    this.#source = options.stream.read(options.position, this.#abort.signal)
  }

  /** Starts to read, so that no later event is missed. Settles with the first event; rejects if there is a gap. */
  begin(): Promise<unknown> {
    this.#first ??= this.#source.next()
    return this.#first
  }

  /** Copies to `events` and settles at the end. If the log fails, it aborts `events` and rejects. */
  async run(events: EventStream): Promise<void> {
    this.#events = events
    try {
      await this.begin()
      for (let next = await this.#first; next?.done === false; next = await this.#source.next()) {
        this.#send(events, next.value)
        if (events.ended) break
        await events.drained()
      }
      events.end()
    } catch (error) {
      events.abort()
      throw error
    } finally {
      this.#abort.abort(stopped)
      await this.#source.return(undefined)
    }
  }

  stop(): void {
    this.#abort.abort(stopped)
    this.#events?.end()
  }

  /** Ends the connection when everything up to `position` was sent, and tells the client when to come back. */
  suspend(position: string, retryMs: number | undefined): void {
    this.#suspendAt = { position, retryMs }
    this.#suspendIfDue()
  }

  /** Sends an event that the log did not take, without an id; `null` ends the stream. */
  sendUnlogged(event: JsonValue): void {
    if (typeof event === 'string' && event !== '') this.#events?.write({ data: event })
    else if (event === null) this.stop()
  }

  #send(events: EventStream, { position, data }: StreamEvent): void {
    const { stream, sendsPrimingEvents } = this.#options
    if (data !== '' || sendsPrimingEvents) events.write({ id: formatEventId(stream.key, position), data })
    this.#position = position
    this.#suspendIfDue()
  }

  /** spec: 2025-11-25 basic/transports#sending-messages-to-the-server */
  #suspendIfDue(): void {
    const suspension = this.#suspendAt
    if (suspension?.position !== this.#position) return
    this.#events?.write({ data: '', retry: suspension.retryMs ?? defaultRetryMs })
    this.stop()
  }
}

/** Aborting without a reason would make an error with a stack for each stream. */
const stopped = 'The reader has stopped'

/** The time before a client comes back, if the handler does not name one. */
const defaultRetryMs = 1_000
