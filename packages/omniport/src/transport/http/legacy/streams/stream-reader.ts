import type { EventStream } from '../../responses/event-stream.js'
import { formatEventId, type SessionStream, type StreamEvent } from './session-stream.js'

/** What a reader is made from. */
export interface StreamReaderOptions {
  readonly stream: SessionStream
  /** Where to begin; empty: at the start. */
  readonly position: string
  /** Whether empty events are sent: older clients do not expect any. */
  readonly sendsPrimingEvents: boolean
}

/**
 * One connection that reads a stream of a session: copies it from the log to the socket, no faster than it is taken, until
 * the stream is over or somebody stops it.
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

  /** Begins to read: what is written from now on is not missed. Settles with the first event; rejects if there is a gap. */
  begin(): Promise<unknown> {
    this.#first ??= this.#source.next()
    return this.#first
  }

  /** Copies to `events`. Settles when that is over; rejects with what the log could not give, and the stream is aborted. */
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
      this.#abort.abort()
    }
  }

  /** Ends the connection: another one reads the stream, or nobody does any more. */
  stop(): void {
    this.#abort.abort()
    this.#events?.end()
  }

  /** Ends the connection once everything up to `position` went out, saying when to come back. */
  suspend(position: string, retryMs: number | undefined): void {
    this.#suspendAt = { position, retryMs }
    this.#suspendIfDue()
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

/** What a client is told to wait before it comes back, where the handler does not say. */
const defaultRetryMs = 1_000
