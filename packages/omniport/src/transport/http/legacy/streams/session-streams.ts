import type { RpcNotification } from '../../../../jsonrpc/messages/messages.js'
import type { JsonValue } from '../../../../values/json/json-value.js'
import { SmallMap } from '../../../../values/maps/small-map.js'
import type { LegacySettings } from '../legacy-settings.js'
import type { SessionMessage } from '../sessions/session-messages.js'
import { ServedStreams } from './served-streams.js'
import { SessionStream, StreamKeys } from './session-stream.js'
import { StandaloneStream, type StreamOwner } from './standalone-stream.js'
import type { StreamReader } from './stream-reader.js'

/** The session of streams, as they need it. */
export interface StreamSession {
  readonly id: string
  readonly isOver: boolean
  /** True if the server of this node knows the session, and notifies it of changes. */
  readonly isIntroduced: boolean
  /** Tells the other nodes that have the session. */
  publish(message: SessionMessage): Promise<void>
  /** Notifications of changes may have been missed. */
  missed(): void
}

/** The time in which the node that had the GET stream answers to the one that takes it. */
const answerMs = 2_000

/** The streams of a session, and who reads them on this node. */
export class SessionStreams implements StreamOwner {
  readonly standalone: StandaloneStream
  readonly #session: StreamSession
  readonly #settings: LegacySettings
  /** The readers, by the keys of the streams. */
  readonly #readers = new SmallMap<string, StreamReader>()
  #keys: StreamKeys | undefined
  #served: ServedStreams | undefined
  /** Stops waiting for the node that had the GET stream. */
  #stopWaiting: (() => void) | undefined

  /** `isInitialized`: the client is ready for what belongs to no request. */
  constructor(session: StreamSession, settings: LegacySettings, isInitialized: boolean) {
    this.#session = session
    this.#settings = settings
    this.standalone = new StandaloneStream(this)
    if (isInitialized) this.standalone.open()
  }

  get isOver(): boolean {
    return this.#session.isOver
  }

  /** The streams of requests that are being served. */
  get served(): ServedStreams {
    this.#served ??= new ServedStreams({
      runtime: this.#settings.runtime,
      publish: (message) => void this.#session.publish(message),
      isGetStream: (key) => this.standalone.own(key) !== undefined,
    })
    return this.#served
  }

  /** True while any of them is read here. */
  get areRead(): boolean {
    return this.#readers.size > 0
  }

  isRead(key: string): boolean {
    return this.#readers.has(key)
  }

  stopReader(key: string): void {
    this.#readers.get(key)?.stop()
  }

  stream(key: string): SessionStream {
    const own = this.standalone.own(key)
    if (own !== undefined) return own
    const { eventLog, logger } = this.#settings
    // Nobody can resume after it, but a client that is there gets it.
    const onError = (error: unknown, event: JsonValue) => {
      logger.error('An event could not be written', { error })
      this.#readers.get(key)?.sendUnlogged(event)
    }
    return new SessionStream({ log: eventLog, sessionId: this.#session.id, key, onError })
  }

  createStream(): SessionStream {
    this.#keys ??= new StreamKeys(this.#settings.runtime)
    return this.stream(this.#keys.next())
  }

  /** Creates the stream of a request that this node serves. Returns it with a function that ends it. */
  createServedStream(): { readonly stream: SessionStream; readonly end: () => void } {
    const stream = this.createStream()
    if (!this.#isShared) return { stream, end: () => stream.end() }
    this.served.begin(stream.key)
    const end = () => {
      stream.end()
      void stream.settled().then(() => this.served.end(stream.key))
    }
    return { stream, end }
  }

  /** Resolves with false if the stream has no end in the log, and no node that serves its request. */
  async isAlive(key: string, position: string): Promise<boolean> {
    if (!this.#isElsewhere(key)) return true
    const over = new AbortController()
    try {
      const ended = this.stream(key).ended(position, over.signal)
      return await Promise.race([ended, this.served.isServedElsewhere(key, over.signal)])
    } finally {
      over.abort()
    }
  }

  /** Calls `onGone` when the node that serves the request of a stream is gone. Returns a function that ends it. */
  watch(key: string, onGone: () => void): () => void {
    return this.#isElsewhere(key) ? this.served.watch(key, { onGone }) : () => {}
  }

  /** Creates the GET stream. The previous one ends, and its reader too. */
  createGetStream(): SessionStream {
    const wasElsewhere = this.#wasElsewhere
    const stream = this.standalone.create()
    this.#announce(stream.key, wasElsewhere)
    return stream
  }

  /** A stream that is read again. */
  resumeStream(key: string): SessionStream {
    const wasElsewhere = this.#wasElsewhere
    if (this.standalone.resume(key)) this.#announce(key, wasElsewhere)
    return this.stream(key)
  }

  /** Another node has the GET stream from now on: it gets what waited here. */
  follow(key: string): void {
    this.#stopWaiting?.()
    const isHolder = !this.#wasElsewhere
    const notifications = this.standalone.follow(key)
    if (isHolder || notifications.length > 0) void this.#session.publish({ type: 'waiting', notifications, isHolder })
  }

  /** Takes what waited on another node. */
  take(notifications: readonly RpcNotification[], isHolder: boolean): void {
    if (isHolder) this.#stopWaiting?.()
    this.standalone.take(notifications)
  }

  close(): void {
    this.#stopWaiting?.()
    this.standalone.close()
  }

  /** Makes `reader` the only reader of a stream. Returns a function to be called when it has stopped reading. */
  attach(key: string, reader: StreamReader): () => void {
    const readers = this.#readers
    readers.get(key)?.stop()
    readers.delete(key)
    readers.add(key, reader)
    if (this.isOver) reader.stop() // the session ended while the stream was being opened
    this.standalone.flush()
    return () => {
      if (readers.get(key) === reader) readers.delete(key)
    }
  }

  /** Closes the connection that reads a stream, after what was written so far. The client comes back for the rest. */
  suspend(stream: SessionStream, retryMs: number | undefined): void {
    this.#readers.get(stream.key)?.suspend(stream.last, retryMs)
  }

  /** True if there are other nodes, and one of them serves the request of the stream, or did. */
  #isElsewhere(key: string): boolean {
    return this.#isShared && this.standalone.key !== key && !this.served.has(key)
  }

  get #isShared(): boolean {
    return this.#settings.sessionMessages !== undefined
  }

  /** True if changes were to be sent by another node until now. */
  get #wasElsewhere(): boolean {
    return this.standalone.isElsewhere || !this.#session.isIntroduced
  }

  /** If the node that had the stream does not answer, it is gone with what it had to say. */
  #announce(key: string, wasElsewhere: boolean): void {
    this.#stopWaiting?.()
    void this.#session.publish({ type: 'stream', key })
    if (!wasElsewhere) return
    const { runtime } = this.#settings
    this.#stopWaiting = runtime.after(answerMs, () => this.#session.missed(), { background: true })
  }
}
