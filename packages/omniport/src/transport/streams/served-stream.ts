import { consoleLogger, type Logger } from '../../async/runtime/logger.js'
import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import { invalidMessage } from '../../jsonrpc/messages/parse-message.js'
import { createUnknownSender } from '../../protocol/exchange/principal-key.js'
import { defaultLimits, type Limits } from '../../protocol/limits/limits.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { nestsDeeper } from '../../values/json/nests-deeper.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
import { atExpiry } from '../at-expiry.js'
import { InboundQueue, type ParsedLine } from '../connection/inbound-queue.js'
import { type BufferedMessages, ServedConnection } from '../connection/served-connection.js'
import type { ServeTarget } from '../environment.js'
import type { Served } from '../served.js'
import type { ServeStreamOptions } from './serve-stream.js'
import { StreamWriter } from './stream-writer.js'

/** Serves one client over two streams until one of them ends, `signal` aborts or `close` is called. */
export class ServedStream implements Served, BufferedMessages {
  readonly closed: Promise<void>
  readonly #limits: Limits
  readonly #runtime: Runtime
  readonly #logger: Logger
  readonly #reader: ReadableStreamDefaultReader<unknown>
  readonly #writer: StreamWriter
  readonly #connection: ServedConnection
  readonly #queue: InboundQueue
  readonly #signal: AbortSignal | undefined
  readonly #stopExpiry: () => void
  #wakers: (() => void)[] = []
  #ending: Promise<void> | undefined
  #resolveClosed: () => void = () => {}

  constructor(target: ServeTarget, { readable, writable, principal, signal }: ServeStreamOptions) {
    this.#limits = target.environment?.limits ?? defaultLimits
    this.#runtime = target.environment?.runtime ?? defaultRuntime
    this.#logger = target.environment?.logger ?? consoleLogger
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
    this.#writer = new StreamWriter(writable, {
      outboxBytes: this.#limits.outboxBytes,
      onProgress: () => {
        this.#connection.flush()
        this.#pump()
      },
      onError: (problem) => this.#abort(problem),
    })
    this.#connection = new ServedConnection(target, this.#writer, { sender: createUnknownSender(), principal })
    this.#queue = new InboundQueue(() => this.#writer.full || this.#connection.busy)
    this.#reader = readable.getReader()
    this.#signal = signal
    signal?.addEventListener('abort', this.#onAbort)
    this.#stopExpiry = atExpiry(principal, this.#runtime, () => this.#abort(expired()))
    void this.#read()
  }

  close(): Promise<void> {
    return this.#end()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end()
  }

  /** Delivers what waits, though the connection is busy. */
  release(): void {
    for (const message of this.#queue.take(true)) this.#deliver(message)
    this.#wake()
  }

  async emptied(): Promise<void> {
    while (!this.#queue.isEmpty) await this.#changed()
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read()
        if (this.#ending !== undefined) return
        if (done) break
        this.#take(value)
        while (this.#queue.bytes > maxQueuedBytes) await this.#changed()
      }
    } catch (problem) {
      this.#logger.error('The stream of messages failed', { error: problem })
      return this.#abort(problem)
    }
    await this.#end()
  }

  #take(value: unknown): void {
    const { jsonDepth } = this.#limits
    const message: ParsedLine = nestsDeeper(value, jsonDepth)
      ? {
          broken: invalidMessage(Object(value), `it nests deeper than ${jsonDepth} levels (limits.jsonDepth)`),
          start: '',
        }
      : { value, bytes: jsonBytes(value) }
    if (this.#queue.push(message, 'bytes' in message ? message.bytes : brokenBytes)) this.#deliver(message)
    this.#pump() // a cancellation may have made room
  }

  #deliver(message: ParsedLine): void {
    if ('value' in message) this.#connection.receive(message.value, message.bytes)
    else this.#connection.receiveBroken(message.broken)
  }

  #pump(): void {
    for (const message of this.#queue.take(false)) this.#deliver(message)
    this.#wake()
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => this.#wakers.push(resolve))
  }

  #wake(): void {
    for (const resolve of this.#wakers.splice(0)) resolve()
  }

  readonly #onAbort = (): void => this.#abort(this.#signal?.reason)

  /** The client can be answered no more, so requests being served are aborted. */
  #abort(reason: unknown): void {
    this.#connection.abort(reason)
    this.#writer.abort(reason)
    this.release() // to the aborted connection, which ignores it
    void this.#end()
  }

  #end(): Promise<void> {
    this.#ending ??= this.#finish()
    return this.#ending
  }

  async #finish(): Promise<void> {
    await this.#connection.end(this.#limits.drainMs, this)
    this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#stopExpiry()
    const cancelled = this.#reader.cancel().catch(() => {})
    // A client may stop reading and stay connected.
    await waitAtMost(Promise.all([cancelled, this.#writer.close()]), this.#runtime, this.#limits.drainMs)
    this.#writer.abort(new Error('The client did not read to the end'))
    this.#reader.releaseLock()
    this.#wake()
    this.#resolveClosed()
  }
}

function expired(): OmniportError {
  return new OmniportError('closed', 'The credentials of the client have expired')
}

/** What the error of a message that is refused takes at most. */
const brokenBytes = 1024

/** Enough to find cancellations behind the requests that wait. */
const maxQueuedBytes = 1024 * 1024
