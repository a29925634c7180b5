import { onAbort } from '../async/abort/on-abort.js'
import type { Clock } from '../async/runtime/clock.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { SmallMap } from '../values/maps/small-map.js'
import type { RpcId, RpcNotification, RpcResponse } from './messages/messages.js'

/** The circumstances of a request that its channel may need to know. */
export interface SendOptions {
  /** The client sends the request by itself, so no user is asked for credentials because of it. Default: false. */
  readonly isQuiet?: boolean | undefined
  /** The request was refused before because of its connection, so that a further refusal is its own. Default: false. */
  readonly isSentAgain?: boolean | undefined
}

/** The time to wait for a response, and the receiver of the notifications that come before it. */
export interface PendingOptions extends SendOptions {
  readonly signal?: AbortSignal | undefined
  /** Calls its argument once when the caller gives up: in place of a signal, which costs more than the rest of a request. */
  readonly onAbort?: ((listener: (reason: unknown) => void) => void) | undefined
  /** Every related notification that reports progress restarts it. Default: none. */
  readonly timeoutMs?: number | undefined
  /** Counted from the start, whatever progress is reported. Default: none. */
  readonly maxTimeoutMs?: number | undefined
  /** The result may come as a `RawJson`, from channels that can do so. Default: false. */
  readonly acceptsRaw?: boolean | undefined
  /** Gets notifications that name this request, in order, none after the answer. */
  readonly onNotification?: ((notification: RpcNotification) => void) | undefined
}

/**
 * The requests of this side that have no response yet, by id. This class is the only mutator of that state: every entry
 * settles exactly once, by its response, by giving up (signal or timeout), or by the end of the connection.
 */
export class Pending {
  readonly #clock: Clock
  readonly #requests = new SmallMap<RpcId, PendingRequest>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#requests.size
  }

  has(id: RpcId): boolean {
    return this.#requests.has(id)
  }

  /** Tells if the request `id` is pending, and takes a result that is not parsed. */
  acceptsRaw(id: RpcId): boolean {
    return this.#requests.get(id)?.acceptsRaw === true
  }

  /**
   * Waits for the response to `id`. `onAbandoned` is called when the caller gave up, so that the peer can be told.
   *
   * Rejects with the signal's reason, with `OmniportError` `timeout`, or with the reason that `fail` or `closeAll` gets.
   * @throws TypeError when a request with this id is pending.
   */
  add(id: RpcId, options: PendingOptions, onAbandoned: (reason: string) => void): Promise<RpcResponse> {
    if (this.#requests.has(id)) throw new TypeError(`The id ${JSON.stringify(id)} is still in use`)
    const request = new PendingRequest(this.#clock, options, (reason, text) => {
      if (this.fail(id, reason)) onAbandoned(text)
    })
    this.#requests.add(id, request)
    return request.response()
  }

  /**
   * Settles the request that `response` answers; without an id that is the only one that is pending. False: no such request is
   * pending.
   */
  settle(response: RpcResponse): boolean {
    const id = response.id ?? this.#onlyId()
    const request = id === undefined ? undefined : this.#take(id)
    request?.resolve(response)
    return request !== undefined
  }

  /** Rejects one request. False: no such request is pending. */
  fail(id: RpcId, reason: unknown): boolean {
    const request = this.#take(id)
    request?.reject(reason)
    return request !== undefined
  }

  /** Passes on a notification that names the request `id`; `extend` restarts its `timeoutMs`. */
  notify(id: RpcId, notification: RpcNotification, extend: boolean): boolean {
    const request = this.#requests.get(id)
    request?.notify(notification, extend)
    return request !== undefined
  }

  /** Rejects all requests. Nothing is pending afterwards. */
  closeAll(reason: unknown): void {
    for (const id of this.#requests.keys()) this.fail(id, reason)
  }

  /** Undefined: none is pending, or several, of which a response without an id may answer any. */
  #onlyId(): RpcId | undefined {
    return this.#requests.size === 1 ? this.#requests.keys()[0] : undefined
  }

  #take(id: RpcId): PendingRequest | undefined {
    const request = this.#requests.get(id)
    if (request !== undefined) this.#requests.delete(id)
    return request
  }
}

/**
 * One request that waits for its response, with its two times. It calls `onGiveUp` when a time is over or the signal
 * aborts, and leaves it to the owner to reject.
 *
 * At its end it drops every reference: a map with many additions and deletions keeps its old entries reachable for longer,
 * which costs garbage collection.
 */
export class PendingRequest {
  readonly #clock: Clock
  readonly #sinceMs: number
  #response: Promise<RpcResponse> | undefined
  #options: PendingOptions | undefined
  #onGiveUp: ((reason: unknown, text: string) => void) | undefined
  #resolve: ((response: RpcResponse) => void) | undefined
  #reject: ((reason: unknown) => void) | undefined
  #removeAbortListener: (() => void) | undefined
  #stopIdle: (() => void) | undefined
  #stopMax: (() => void) | undefined

  constructor(clock: Clock, options: PendingOptions, onGiveUp: (reason: unknown, text: string) => void) {
    const { signal, timeoutMs, maxTimeoutMs } = options
    this.#clock = clock
    this.#sinceMs = clock.now()
    this.#options = options
    this.#onGiveUp = onGiveUp
    this.#response = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    if (signal !== undefined) {
      this.#removeAbortListener = onAbort(signal, () => this.#onGiveUp?.(signal.reason, 'The caller cancelled'))
    }
    // Later, since it may be called at once, when the owner does not have this request yet.
    options.onAbort?.((reason) => queueMicrotask(() => this.#onGiveUp?.(reason, 'The caller cancelled')))
    if (isShorter(timeoutMs, maxTimeoutMs)) this.#stopIdle = this.#start(timeoutMs, timeoutMs)
    else if (maxTimeoutMs !== undefined) this.#stopMax = this.#start(maxTimeoutMs, maxTimeoutMs)
  }

  /** Settles once. @throws TypeError when the request has settled: the promise has to be taken before that. */
  response(): Promise<RpcResponse> {
    if (this.#response === undefined) throw new TypeError('The request has settled')
    return this.#response
  }

  get acceptsRaw(): boolean {
    return this.#options?.acceptsRaw === true
  }

  get isSettled(): boolean {
    return this.#resolve === undefined
  }

  /** Later calls of `resolve` and `reject` do nothing. */
  resolve(response: RpcResponse): void {
    const resolve = this.#resolve
    this.#end()
    resolve?.(response)
  }

  reject(reason: unknown): void {
    const reject = this.#reject
    this.#end()
    reject?.(reason)
  }

  /** Passes on a notification about this request, unless it has settled; `extend` restarts `timeoutMs`. */
  notify(notification: RpcNotification, extend: boolean): void {
    if (extend) this.#restart()
    this.#options?.onNotification?.(notification)
  }

  /** Starts `maxTimeoutMs` as well: before the first restart only `timeoutMs`, the shorter one, can be over. */
  #restart(): void {
    const { timeoutMs, maxTimeoutMs } = this.#options ?? {}
    if (!isShorter(timeoutMs, maxTimeoutMs)) return
    this.#stopIdle?.()
    this.#stopIdle = this.#start(timeoutMs, timeoutMs)
    if (maxTimeoutMs === undefined || this.#stopMax !== undefined) return
    // A clock that was set in the meantime counts for no more than `timeoutMs`.
    const elapsedMs = Math.min(Math.max(this.#clock.now() - this.#sinceMs, 0), timeoutMs)
    this.#stopMax = this.#start(maxTimeoutMs - elapsedMs, maxTimeoutMs)
  }

  #end(): void {
    this.#removeAbortListener?.()
    this.#stopIdle?.()
    this.#stopMax?.()
    this.#response = this.#options = this.#onGiveUp = this.#resolve = this.#reject = undefined
    this.#removeAbortListener = this.#stopIdle = this.#stopMax = undefined
  }

  #start(leftMs: number, ms: number): () => void {
    return this.#clock.after(leftMs, () => {
      const text = `No answer within ${ms} ms`
      this.#onGiveUp?.(new OmniportError('timeout', text), text)
    })
  }
}

/** True if a request without progress ends by `timeoutMs` before `maxTimeoutMs` is over. */
function isShorter(timeoutMs: number | undefined, maxTimeoutMs: number | undefined): timeoutMs is number {
  return timeoutMs !== undefined && (maxTimeoutMs === undefined || timeoutMs < maxTimeoutMs)
}
