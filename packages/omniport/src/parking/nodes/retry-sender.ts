import { onAbort } from '../../async/abort/on-abort.js'
import type { Logger } from '../../async/runtime/logger.js'
import { randomId } from '../../async/runtime/random-id.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import type { RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { RawJson } from '../../values/json/raw-json.js'
import { callEnded } from '../call-ended.js'
import type { ClientRequest } from '../waiting-requests.js'
import {
  cancelName,
  keptMs,
  noticeTopic,
  type ParkingStores,
  type PassedRetry,
  type RetryEnd,
  type RetryReply,
  retryName,
} from './passed-retry.js'

interface RetrySenderOptions {
  readonly stores: ParkingStores
  readonly runtime: Runtime
  readonly logger: Logger
}

/** Passes retries to the nodes that hold their calls. */
export class RetrySender {
  readonly #options: RetrySenderOptions

  constructor(options: RetrySenderOptions) {
    this.#options = options
  }

  /**
   * Passes on a retry, and settles as it does at the run `instance` of a node. What the call sends meanwhile reaches the stream of
   * the request.
   *
   * Rejects with the RpcError that the node throws, with -32602 when it does not answer, and with the error of a store.
   */
  async send(instance: string, retry: PassedRetry, request: ClientRequest): Promise<RpcResponse | undefined> {
    const { inbox, eventLog } = this.#options.stores
    const { signal } = request.exchange
    const id = randomId(this.#options.runtime, 16)
    signal.throwIfAborted()
    await inbox.put(retryName(id), retry as object as JsonValue, keptMs) // all of it came as JSON
    const over = new AbortController()
    const removeListener = onAbort(signal, () => over.abort())
    if (signal.aborted) over.abort()
    const notices = new Notices(this.#options, { topic: noticeTopic(instance), id, onLost: () => over.abort() })
    try {
      const end = await this.#read(id, { request, notices, signal: over.signal })
      if (end !== undefined) return toResponse(end, request)
    } finally {
      notices.stop()
      removeListener()
      over.abort()
      this.#settle(eventLog.delete(retryName(id)))
    }
    if (signal.aborted) {
      this.#settle(inbox.put(cancelName(id), true, keptMs))
      throw signal.reason
    }
    await this.#withdraw(id)
    throw callEnded()
  }

  /** Reads the replies. Gives undefined if the signal aborts before the end. */
  async #read(id: string, { request, notices, signal }: ReadOptions): Promise<RetryEnd | undefined> {
    try {
      for await (const { event } of this.#options.stores.eventLog.read(retryName(id), undefined, signal)) {
        const reply = JSON.parse(event as string) as RetryReply // appended by `RetryReceiver`
        notices.onReply()
        if (reply.type === 'notification') request.exchange.notify(reply.message)
        if (reply.type === 'end') return reply
      }
    } catch (cause) {
      if (!OmniportError.is(cause) || cause.code !== 'limit') throw cause
      throw RpcError.internal(
        'What the node that holds the call answered is lost: the same request may be sent again',
        {
          cause,
        },
      )
    }
    return undefined
  }

  /** Takes back a retry that nobody has taken, so that a node that was only slow does not go on with it any more. */
  async #withdraw(id: string): Promise<void> {
    const { stores, runtime, logger } = this.#options
    const waiting = new AbortController()
    const stop = runtime.after(withdrawMs, () => waiting.abort(), { background: true })
    try {
      await stores.inbox.take(retryName(id), waiting.signal)
    } catch (error) {
      if (!waiting.signal.aborted) logger.error('A retry for another node could not be taken back', { error })
    } finally {
      stop()
    }
  }

  #settle(done: Promise<unknown>): void {
    const { logger } = this.#options
    done.catch((error: unknown) => logger.error('A retry at another node could not be ended', { error }))
  }
}

interface ReadOptions {
  readonly request: ClientRequest
  readonly notices: Notices
  readonly signal: AbortSignal
}

interface NoticeOptions {
  readonly topic: string
  readonly id: string
  /** Called when the node is taken for gone. */
  readonly onLost: () => void
}

/** Tells a node of a retry until it is stopped: a message of the bus may be lost, and the node may be gone. */
class Notices {
  readonly #services: RetrySenderOptions
  readonly #options: NoticeOptions
  #unanswered = 0
  #stop: () => void = () => {}

  constructor(services: RetrySenderOptions, options: NoticeOptions) {
    this.#services = services
    this.#options = options
    this.#send()
  }

  onReply(): void {
    this.#unanswered = 0
  }

  stop(): void {
    this.#stop()
  }

  #send(): void {
    const { topic, id, onLost } = this.#options
    if (this.#unanswered >= maxUnanswered) {
      onLost()
      return
    }
    const { runtime, stores } = this.#services
    this.#unanswered += 1
    void stores.bus.publish(topic, id)
    this.#stop = runtime.after(noticeMs, () => this.#send())
  }
}

/** The time between two notices of one retry. */
const noticeMs = 2_500

/** The notices in a row that a node that is there may leave unanswered. */
const maxUnanswered = 4

/** The time in which a value that lies in the inbox is taken. */
const withdrawMs = 1_000

function toResponse(end: RetryEnd, { message }: ClientRequest): RpcResponse | undefined {
  const { id } = message
  if ('nothing' in end) return undefined
  if ('error' in end) throw new RpcError(end.error.code, end.error.message, end.error.data)
  const result = 'raw' in end ? new RawJson(new TextEncoder().encode(end.raw)) : end.result
  return { jsonrpc: '2.0', id, result }
}
