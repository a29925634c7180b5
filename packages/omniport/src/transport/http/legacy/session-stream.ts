import { cloneJson } from '../../../jsonrpc/clone-json.js'
import type { RpcMessage } from '../../../jsonrpc/messages.js'
import { OmniportError } from '../../../jsonrpc/omniport-error.js'
import type { JsonValue } from '../../../protocol/model/json-value.js'
import type { EventLog, LoggedEvent } from '../../../store/event-log.js'
import type { EventStream } from '../event-stream.js'

/**
 * One resumable stream of a session: what is written goes into the event log, and whoever holds the socket reads it from
 * there, on this node or another. An event id names the stream and the position in it.
 *
 * spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
export class SessionStream {
  /** Its name in event ids. */
  readonly key: string
  readonly #log: EventLog
  readonly #name: string
  #tail: Promise<unknown> = Promise.resolve()

  constructor(log: EventLog, sessionId: string, key: string) {
    this.#log = log
    this.#name = `${sessionId}/${key}`
    this.key = key
  }

  /** @throws TypeError at once when JSON cannot carry the message. */
  write(message: RpcMessage): void {
    this.#append({ message: cloneJson(message) as JsonValue })
  }

  /** No more events: readers end after what was written. */
  end(): void {
    this.#append({ end: true })
  }

  /** Resolves when everything written is in the log. */
  settled(): Promise<unknown> {
    return this.#tail
  }

  /** The id from which a client that has seen nothing resumes. */
  get firstId(): string {
    return `${this.key}_`
  }

  /**
   * Events after `position` (empty: from the start), and those to come, until the end of the stream or until `signal` aborts.
   *
   * @throws OmniportError `limit` from the iteration when events after `position` are gone.
   */
  async *read(position: string, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    for await (const logged of this.#log.read(this.#name, position === '' ? undefined : position, signal)) {
      const event = this.#decode(logged)
      if (event === undefined) return
      yield event
    }
  }

  #append(event: JsonValue): void {
    this.#tail = this.#tail.then(() => this.#log.append(this.#name, event))
  }

  #decode({ id, event }: LoggedEvent): StreamEvent | undefined {
    const { message } = event as { readonly message?: JsonValue }
    return message === undefined ? undefined : { id: `${this.key}_${id}`, data: JSON.stringify(message) }
  }
}

/** One event of a stream as it goes to a client. */
export interface StreamEvent {
  readonly id: string
  readonly data: string
}

/** The stream and the position in it that an event id names; undefined: it is none of this server's. */
export function parseEventId(id: string): { readonly key: string; readonly position: string } | undefined {
  const [, key, position] = /^([0-9a-f]{16})_([\x21-\x7e]{0,64})$/.exec(id) ?? []
  return key === undefined || position === undefined ? undefined : { key, position }
}

/**
 * Copies a stream to a socket, no faster than it is taken, until either ends. Settles when it is over.
 *
 * Rejects with what the log could not give.
 */
export async function pump(events: AsyncIterable<StreamEvent>, to: EventStream): Promise<void> {
  for await (const event of events) {
    if (to.ended) return
    to.write(event)
    await to.drained()
  }
  to.end()
}

/** Whether a failed read means that events are gone. */
export function isGap(error: unknown): boolean {
  return OmniportError.is(error) && error.code === 'limit'
}
