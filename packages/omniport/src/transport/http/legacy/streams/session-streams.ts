import type { JsonValue } from '../../../../values/json/json-value.js'
import type { LegacySettings } from '../legacy-settings.js'
import type { SessionMessage } from '../sessions/session-messages.js'
import { SessionStream, StreamKeys } from './session-stream.js'
import { StandaloneStream, type StreamOwner } from './standalone-stream.js'
import type { StreamReader } from './stream-reader.js'

/** The session of streams, as they need it. */
export interface StreamSession {
  readonly id: string
  readonly isOver: boolean
  /** Tells the other nodes that have the session. */
  publish(message: SessionMessage): Promise<void>
}

/** The streams of a session, and who reads them on this node. */
export class SessionStreams implements StreamOwner {
  readonly standalone: StandaloneStream
  readonly #session: StreamSession
  readonly #settings: LegacySettings
  /** The readers, by the keys of the streams. */
  #readers: Map<string, StreamReader> | undefined
  #keys: StreamKeys | undefined

  constructor(session: StreamSession, settings: LegacySettings) {
    this.#session = session
    this.#settings = settings
    this.standalone = new StandaloneStream(this)
  }

  get isOver(): boolean {
    return this.#session.isOver
  }

  /** True while any of them is read here. */
  get areRead(): boolean {
    return (this.#readers?.size ?? 0) > 0
  }

  isRead(key: string): boolean {
    return this.#readers?.has(key) === true
  }

  stopReader(key: string): void {
    this.#readers?.get(key)?.stop()
  }

  stream(key: string): SessionStream {
    const own = this.standalone.own(key)
    if (own !== undefined) return own
    const { eventLog, logger } = this.#settings
    // Nobody can resume after it, but a client that is there gets it.
    const onError = (error: unknown, event: JsonValue) => {
      logger.error('An event could not be written', { error })
      this.#readers?.get(key)?.sendUnlogged(event)
    }
    return new SessionStream({ log: eventLog, sessionId: this.#session.id, key, onError })
  }

  createStream(): SessionStream {
    this.#keys ??= new StreamKeys(this.#settings.runtime)
    return this.stream(this.#keys.next())
  }

  /** Creates the GET stream. The previous one ends, and its reader too. */
  createGetStream(): SessionStream {
    const stream = this.standalone.create()
    void this.#session.publish({ type: 'stream', key: stream.key })
    return stream
  }

  /** A stream that is read again. */
  resumeStream(key: string): SessionStream {
    if (this.standalone.resume(key)) void this.#session.publish({ type: 'stream', key })
    return this.stream(key)
  }

  /** Makes `reader` the only reader of a stream. Returns a function to be called when it has stopped reading. */
  attach(key: string, reader: StreamReader): () => void {
    this.#readers ??= new Map()
    const readers = this.#readers
    readers.get(key)?.stop()
    readers.set(key, reader)
    if (this.isOver) reader.stop() // the session ended while the stream was being opened
    this.standalone.flush()
    return () => {
      if (readers.get(key) === reader) readers.delete(key)
    }
  }

  /** Closes the connection that reads a stream, after what was written so far. The client comes back for the rest. */
  suspend(stream: SessionStream, retryMs: number | undefined): void {
    this.#readers?.get(stream.key)?.suspend(stream.last, retryMs)
  }
}
