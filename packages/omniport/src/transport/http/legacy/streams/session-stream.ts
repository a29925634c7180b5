import { randomId } from '../../../../async/runtime/random-id.js'
import type { Runtime } from '../../../../async/runtime/runtime.js'
import { encodeMessage } from '../../../../jsonrpc/messages/encode-message.js'
import type { RpcMessage } from '../../../../jsonrpc/messages/messages.js'
import type { EventLog } from '../../../../store/event-log.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import type { JsonValue } from '../../../../values/json/json-value.js'
import { toEventData } from '../../responses/event-writer.js'

/** What a stream is made from. */
export interface SessionStreamOptions {
  readonly log: EventLog
  readonly sessionId: string
  /** Its name in event ids: 16 hexadecimal digits. */
  readonly key: string
  /** Gets why something could not be written. */
  readonly onError: (error: unknown) => void
}

/**
 * One resumable stream of a session: what is written goes into the event log, and whoever holds the socket reads it from
 * there, on this node or another. An event id names the stream and the position in it; it means nothing in another session.
 * The first event of a stream is empty: it gives a client something to come back with before anything was said.
 *
 * spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
export class SessionStream {
  readonly key: string
  readonly #log: EventLog
  readonly #name: string
  readonly #onError: (error: unknown) => void
  #tail: Promise<void> = resolved
  #last = ''

  constructor({ log, sessionId, key, onError }: SessionStreamOptions) {
    this.key = key
    this.#log = log
    this.#name = `${sessionId}/${key}`
    this.#onError = onError
  }

  /** The position of what was written last here; empty: nothing was. */
  get last(): string {
    return this.#last
  }

  /** Writes the first event. */
  begin(): void {
    this.#append('')
  }

  /** @throws TypeError at once when JSON cannot carry the message. */
  write(message: RpcMessage): void {
    this.#append(toEventData(encodeMessage(message)))
  }

  /**
   * Writes all there will be at once: the first event, one with `data`, and the end. Gives those that a reader would get as
   * soon as they are in the log; one that could not be written is missing.
   */
  async writeComplete(data: string): Promise<readonly StreamEvent[]> {
    if (this.#log.appendAll === undefined) return this.#writeEach(data)
    try {
      const [first = '', only = '', end = ''] = await this.#log.appendAll(this.#name, ['', data, null])
      this.#last = end
      return [
        { position: first, data: '' },
        { position: only, data },
      ]
    } catch (error) {
      this.#onError(error)
      return []
    }
  }

  async #writeEach(data: string): Promise<readonly StreamEvent[]> {
    const events: StreamEvent[] = []
    for (const each of ['', data]) {
      const before = this.#last
      this.#append(each)
      await this.#tail
      if (this.#last !== before) events.push({ position: this.#last, data: each })
    }
    this.end()
    return events
  }

  /** No more events: readers end after what was written. */
  end(): void {
    this.#append(null)
  }

  /** Resolves when everything written is in the log. */
  settled(): Promise<void> {
    return this.#tail
  }

  /**
   * Events after `position` (empty: from the start), and those to come, until the end of the stream or until `signal` aborts.
   * A reader that has had everything misses nothing when that is no longer kept.
   *
   * @throws OmniportError `limit` from the iteration when events after `position` are gone.
   */
  async *read(position: string, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    try {
      yield* this.#readAfter(position === '' ? undefined : position, signal)
    } catch (error) {
      if (!isGap(error) || position === '' || position !== this.#last) throw error
      yield* this.#readAfter(undefined, signal)
    }
  }

  async *#readAfter(position: string | undefined, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    for await (const { id, event } of this.#log.read(this.#name, position, signal)) {
      if (typeof event !== 'string') return
      yield { position: id, data: event }
    }
  }

  #append(event: JsonValue): void {
    const append = async () => {
      this.#last = await this.#log.append(this.#name, event)
    }
    this.#tail = this.#tail.then(append).catch(this.#onError)
  }
}

const resolved = Promise.resolve()

/** One event of a stream. The first has no data. */
export interface StreamEvent {
  readonly position: string
  readonly data: string
}

/** A place in a stream, as an event id names it. */
export interface ParsedEventId {
  readonly key: string
  readonly position: string
}

/** The id of an event: a place in a stream. */
export function formatEventId(key: string, position: string): string {
  return `${key}_${position}`
}

/** Undefined: it is no event id of this server's. */
export function parseEventId(id: string): ParsedEventId | undefined {
  const [, key, position] = /^([0-9a-f]{16})_([\x21-\x7e]{1,64})$/.exec(id) ?? []
  return key === undefined || position === undefined ? undefined : { key, position }
}

/** Whether a failed read means that events are gone. */
export function isGap(error: unknown): boolean {
  return OmniportError.is(error) && error.code === 'limit'
}

/** How many keys have one beginning: four hexadecimal digits of them. */
const keysPerPrefix = 0x10000

/**
 * Names for the streams of one session: 16 hexadecimal digits. The first twelve are random, so that two nodes which serve one
 * session never give the same; the rest counts. Nobody needs to be kept from guessing them: they mean nothing elsewhere.
 */
export class StreamKeys {
  readonly #runtime: Runtime
  #prefix = ''
  #issued = 0

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  next(): string {
    const count = this.#issued++ % keysPerPrefix
    if (count === 0) this.#prefix = randomId(this.#runtime, 6)
    return this.#prefix + count.toString(16).padStart(4, '0')
  }
}
