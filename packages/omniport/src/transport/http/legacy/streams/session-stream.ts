import { randomId } from '../../../../async/runtime/random-id.js'
import type { Runtime } from '../../../../async/runtime/runtime.js'
import { encodeMessage } from '../../../../jsonrpc/messages/encode-message.js'
import type { RpcMessage } from '../../../../jsonrpc/messages/messages.js'
import type { EventLog } from '../../../../store/event-log.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import type { JsonValue } from '../../../../values/json/json-value.js'
import { toEventData } from '../../responses/event-writer.js'

export interface SessionStreamOptions {
  readonly log: EventLog
  readonly sessionId: string
  /** Names the stream in event ids: 16 hexadecimal digits. */
  readonly key: string
  /** Called with the error and the event if it could not be written. */
  readonly onError: (error: unknown, event: JsonValue) => void
}

/**
 * A resumable stream of a session. Events are written to the event log, and a node that holds the connection reads them from
 * there. An event id names the stream and the position in it, and is valid only in its session. The first event is empty: it
 * gives the client an id to resume from before there is a message.
 * spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
export class SessionStream {
  readonly key: string
  readonly #log: EventLog
  readonly #name: string
  readonly #onError: SessionStreamOptions['onError']
  #tail: Promise<void> = resolved
  #last = ''

  constructor({ log, sessionId, key, onError }: SessionStreamOptions) {
    this.key = key
    this.#log = log
    this.#name = `${sessionId}/${key}`
    this.#onError = onError
  }

  /** The position of the last event that was written here. Empty before the first. */
  get last(): string {
    return this.#last
  }

  begin(): void {
    this.#append('')
  }

  /** Writes a message. @throws TypeError at once if JSON cannot carry it. */
  write(message: RpcMessage): void {
    this.#append(toEventData(encodeMessage(message)))
  }

  /**
   * Writes a whole stream at once: the first event, one with `data`, and the end. Resolves with the events when they are in the
   * log. What could not be written has no position.
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
      this.#onError(error, data)
      return [{ position: '', data }]
    }
  }

  async #writeEach(data: string): Promise<readonly StreamEvent[]> {
    const events: StreamEvent[] = []
    for (const each of ['', data]) {
      const before = this.#last
      this.#append(each)
      await this.#tail
      const isWritten = this.#last !== before
      if (isWritten || each !== '') events.push({ position: isWritten ? this.#last : '', data: each })
    }
    this.end()
    return events
  }

  /** Resolves with false if events after `position` are gone. */
  async canResume(position: string): Promise<boolean> {
    if (position === '' || position === this.#last) return true
    return (await this.#log.canResume?.(this.#name, position)) ?? true
  }

  /** Resolves when the end of the stream is in the log: with true, or with false if `signal` aborts before. Rejects as `read` does. */
  async ended(position: string, signal: AbortSignal): Promise<boolean> {
    const events = this.read(position, signal)
    while ((await events.next()).done !== true);
    return !signal.aborted
  }

  /** Ends the stream: readers stop after what was written. */
  end(): void {
    this.#append(null)
  }

  settled(): Promise<void> {
    return this.#tail
  }

  /**
   * Yields the events after `position` (empty: from the start), and later ones as they come, until the end of the stream or
   * until `signal` aborts. A reader that has read everything misses nothing if its position is no longer stored.
   * @throws OmniportError `limit` from the iteration if events after `position` are gone.
   */
  async *read(position: string, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    let after = position === '' ? undefined : position
    for (;;) {
      try {
        for await (const { id, event } of this.#log.read(this.#name, after, signal)) {
          if (typeof event !== 'string') return
          yield { position: id, data: event }
        }
        return
      } catch (error) {
        if (!isGap(error) || after === undefined || after !== this.#last) throw error
        after = undefined
      }
    }
  }

  /** The log keeps the order of the calls. */
  #append(event: JsonValue): void {
    const appended = this.#log.append(this.#name, event).catch((error: unknown) => this.#onError(error, event))
    const before = this.#tail
    this.#tail = appended.then(async (id) => {
      await before
      if (id !== undefined) this.#last = id
    })
  }
}

const resolved = Promise.resolve()

/** An event of a stream. The data of the first is empty. The position is empty if nobody can resume after it. */
export interface StreamEvent {
  readonly position: string
  readonly data: string
}

export interface ParsedEventId {
  readonly key: string
  readonly position: string
}

export function formatEventId(key: string, position: string): string {
  return `${key}_${position}`
}

/** Returns undefined if the id has another format than those of this server. */
export function parseEventId(id: string): ParsedEventId | undefined {
  const [, key, position] = /^([0-9a-f]{16})_([\x21-\x7e]{1,64})$/.exec(id) ?? []
  return key === undefined || position === undefined ? undefined : { key, position }
}

/** Tells an error of a read that means that events are gone. */
export function isGap(error: unknown): boolean {
  return OmniportError.is(error) && error.code === 'limit'
}

/** The number of keys that share a prefix: four hexadecimal digits. */
const keysPerPrefix = 0x10000

/**
 * Creates keys for the streams of one session: 16 hexadecimal digits. The first twelve are random, so that two nodes which
 * serve the same session never create the same key; the rest is a counter. Keys need not be secret, since they are valid only
 * in their session.
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
