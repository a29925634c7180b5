import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isValidAt } from '../../sealing/is-valid-at.js'
import type { Unsubscribe } from '../../store/bus.js'
import { RawJson } from '../../values/json/raw-json.js'
import { toJsonText } from '../../values/json/to-json-text.js'
import { callEnded } from '../call-ended.js'
import type { ParkedCalls } from '../parked-calls.js'
import {
  cancelName,
  noticeTopic,
  type ParkingStores,
  type PassedRetry,
  type RetryEnd,
  type RetryReply,
  retryName,
} from './passed-retry.js'

/** Goes on with the calls of this node for retries that reached other nodes. */
export class RetryReceiver {
  readonly #stores: ParkingStores
  readonly #calls: ParkedCalls
  /** The retries that are known, by id; true while the call goes on. */
  readonly #known = new Map<string, boolean>()
  readonly #closing = new AbortController()
  #unsubscribe: Unsubscribe | undefined

  constructor(stores: ParkingStores, calls: ParkedCalls) {
    this.#stores = stores
    this.#calls = calls
  }

  /** Begins to listen. Calling it again does nothing. */
  open(): void {
    if (this.#closing.signal.aborted) return
    this.#unsubscribe ??= this.#stores.bus.subscribe(noticeTopic(this.#calls.services.instance), (id) => {
      if (typeof id === 'string') this.#onNotice(id)
    })
  }

  close(): void {
    this.#unsubscribe?.()
    this.#closing.abort()
  }

  #onNotice(id: string): void {
    const isRunning = this.#known.get(id)
    if (isRunning === true) this.#reply(id, { type: 'alive' })
    if (isRunning === undefined) void this.#receive(id)
  }

  async #receive(id: string): Promise<void> {
    const { runtime } = this.#calls.services
    this.#known.set(id, false)
    const retry = await this.#take(id)
    if (retry !== undefined) {
      this.#known.set(id, true)
      const end = await this.#resume(id, retry)
      this.#known.set(id, false)
      this.#reply(id, { type: 'end', ...end })
    }
    // Notices that are under way still are no new retries.
    runtime.after(rememberedMs, () => this.#known.delete(id), { background: true })
  }

  /** Gives undefined if it was taken back, or the store fails: the other node tells its client. */
  async #take(id: string): Promise<PassedRetry | undefined> {
    const { runtime, logger } = this.#calls.services
    const waiting = new AbortController()
    const stop = runtime.after(takeMs, () => waiting.abort(), { background: true })
    try {
      const taken = await this.#stores.inbox.take(retryName(id), waiting.signal)
      return taken as object as PassedRetry // put there by `RetrySender`
    } catch (error) {
      if (!waiting.signal.aborted) logger.error('A retry that reached another node could not be taken', { error })
      return undefined
    } finally {
      stop()
    }
  }

  async #resume(id: string, retry: PassedRetry): Promise<RetryEnd> {
    const over = new AbortController()
    const { signal } = this.#cancellation(id, over.signal)
    try {
      return toEnd(await this.#call(retry, { signal, notify: (message) => this.#reply(id, notificationOf(message)) }))
    } catch (reason) {
      const { logger } = this.#calls.services
      if (!RpcError.is(reason) && !signal.aborted) logger.error('A parked call failed', { error: reason })
      return { error: RpcError.from(reason).toObject() }
    } finally {
      over.abort()
    }
  }

  async #call(
    { handle: text, responses, client, revision, progressToken }: PassedRetry,
    { signal, notify }: { readonly signal: AbortSignal; readonly notify: (message: RpcNotification) => void },
  ): Promise<RpcResponse | undefined> {
    const { handles, runtime } = this.#calls.services
    const handle = await handles.open(text)
    if (handle === undefined || !isValidAt(handle, runtime.now())) throw callEnded()
    const _meta = progressToken === undefined ? {} : { progressToken }
    const message: RpcRequest = { jsonrpc: '2.0', id: text, method: handle.method, params: { _meta } }
    const exchange = { signal, notify, client, revision, round: 0, state: new Map() }
    return this.#calls.resume(handle, new Map(Object.entries(responses)), { message, exchange })
  }

  /** Aborts when the other node says that the client has cancelled. */
  #cancellation(id: string, over: AbortSignal): AbortController {
    const cancelled = new AbortController()
    this.#stores.inbox.take(cancelName(id), over).then(
      () => cancelled.abort(new DOMException('Cancelled by the client', 'AbortError')),
      (error: unknown) => {
        const { logger } = this.#calls.services
        if (!over.aborted) logger.error('Cancellations that reach other nodes cannot be taken', { error })
      },
    )
    return cancelled
  }

  #reply(id: string, reply: RetryReply): void {
    const { logger } = this.#calls.services
    const failed = (error: unknown) => logger.error('What a parked call answers cannot reach another node', { error })
    try {
      this.#stores.eventLog.append(retryName(id), toJsonText('A reply', reply)).catch(failed)
    } catch (error) {
      failed(error)
    }
  }
}

/** The time in which a value that lies in the inbox is taken. */
const takeMs = 5_000

/** Longer than the other node sends notices of one retry. */
const rememberedMs = 30_000

function notificationOf(message: RpcNotification): RetryReply {
  return { type: 'notification', message }
}

function toEnd(response: RpcResponse | undefined): RetryEnd {
  if (response === undefined) return { nothing: true }
  const { result, error } = response
  if (error !== undefined) return { error }
  return result instanceof RawJson ? { raw: new TextDecoder().decode(result.bytes) } : { result }
}
