import { onAbort } from '../async/abort/on-abort.js'
import type { Clock } from '../async/runtime/clock.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { SmallMap } from '../values/maps/small-map.js'
import type { RpcId, RpcNotification, RpcResponse } from './messages/messages.js'

/** How long to wait for an answer, and what to do with what comes before it. */
export interface PendingOptions {
  readonly signal?: AbortSignal | undefined
  /** Restarted by every related notification that reports progress. Default: none. */
  readonly timeoutMs?: number | undefined
  /** From the start, whatever progress is reported. Default: none. */
  readonly maxTimeoutMs?: number | undefined
  /** Nobody waits for the answer, so nobody is to be asked for credentials for its sake. Default: false. */
  readonly isQuiet?: boolean | undefined
  /** Gets notifications that name this request, in order, none after the answer. */
  readonly onNotification?: ((notification: RpcNotification) => void) | undefined
}

/**
 * What was asked and is not answered yet. The only mutator of that state: every entry settles exactly once, by its answer,
 * by giving up (signal or timeout), or by the end of the connection; afterwards nothing is left of it.
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

  /**
   * Waits for the answer to `id`. `onAbandoned` is called when the asker gave up, so that the peer can be told.
   *
   * Rejects with the signal's reason, with `OmniportError` `timeout`, or with what `fail` and `closeAll` are given.
   *
   * @throws TypeError when `id` is waited for already.
   */
  add(id: RpcId, options: PendingOptions, onAbandoned: (reason: string) => void): Promise<RpcResponse> {
    if (this.#requests.has(id)) throw new TypeError(`The id ${JSON.stringify(id)} is still in use`)
    return new Promise((resolve, reject) => {
      const onGiveUp = (reason: unknown, text: string) => {
        if (this.fail(id, reason)) onAbandoned(text)
      }
      this.#requests.add(id, new PendingRequest(this.#clock, { options, resolve, reject, onGiveUp }))
    })
  }

  /** Hands an answer to whoever asked. False: nobody waits for it (any more). */
  settle(response: RpcResponse): boolean {
    const waiter = response.id === null ? undefined : this.#take(response.id)
    waiter?.resolve(response)
    return waiter !== undefined
  }

  /** Rejects one question. False: nobody waits for it (any more). */
  fail(id: RpcId, reason: unknown): boolean {
    const waiter = this.#take(id)
    waiter?.reject(reason)
    return waiter !== undefined
  }

  /** Hands over a notification that names the question `id`; `extend` restarts its `timeoutMs`. */
  notify(id: RpcId, notification: RpcNotification, extend: boolean): boolean {
    const pendingRequest = this.#requests.get(id)
    if (pendingRequest === undefined) return false
    if (extend) pendingRequest.restart()
    pendingRequest.waiter?.options.onNotification?.(notification)
    return true
  }

  /** Rejects everything. Nothing is pending afterwards. */
  closeAll(reason: unknown): void {
    for (const id of this.#requests.keys()) this.fail(id, reason)
  }

  #take(id: RpcId): RequestWaiter | undefined {
    const pendingRequest = this.#requests.get(id)
    if (pendingRequest === undefined) return undefined
    this.#requests.delete(id)
    return pendingRequest.end()
  }
}

/** Who waits for an answer, and for how long. */
interface RequestWaiter {
  readonly options: PendingOptions
  readonly resolve: (response: RpcResponse) => void
  readonly reject: (reason: unknown) => void
  readonly onGiveUp: (reason: unknown, text: string) => void
}

/**
 * One question, with its times. At its end it lets go of everything: a map that much is added to and taken from keeps what
 * was in it reachable for longer, to the cost of the garbage collector.
 */
class PendingRequest {
  readonly #clock: Clock
  readonly #sinceMs: number
  #waiter: RequestWaiter | undefined
  #removeAbortListener: (() => void) | undefined
  #stopIdle: (() => void) | undefined
  #stopMax: (() => void) | undefined

  constructor(clock: Clock, waiter: RequestWaiter) {
    const { signal, timeoutMs, maxTimeoutMs } = waiter.options
    this.#clock = clock
    this.#sinceMs = clock.now()
    this.#waiter = waiter
    if (signal !== undefined) {
      this.#removeAbortListener = onAbort(signal, () => this.#waiter?.onGiveUp(signal.reason, 'The caller cancelled'))
    }
    if (isShorter(timeoutMs, maxTimeoutMs)) this.#stopIdle = this.#start(timeoutMs, timeoutMs)
    else if (maxTimeoutMs !== undefined) this.#stopMax = this.#start(maxTimeoutMs, maxTimeoutMs)
  }

  /** Undefined after its end. */
  get waiter(): RequestWaiter | undefined {
    return this.#waiter
  }

  /** The longest time matters from now on: until `timeoutMs` is over for the first time it can't be. */
  restart(): void {
    const { timeoutMs, maxTimeoutMs } = this.#waiter?.options ?? {}
    if (!isShorter(timeoutMs, maxTimeoutMs)) return
    this.#stopIdle?.()
    this.#stopIdle = this.#start(timeoutMs, timeoutMs)
    if (maxTimeoutMs === undefined || this.#stopMax !== undefined) return
    // A clock that was set meanwhile counts for no more than this.
    const elapsedMs = Math.min(Math.max(this.#clock.now() - this.#sinceMs, 0), timeoutMs)
    this.#stopMax = this.#start(maxTimeoutMs - elapsedMs, maxTimeoutMs)
  }

  end(): RequestWaiter | undefined {
    const waiter = this.#waiter
    this.#removeAbortListener?.()
    this.#stopIdle?.()
    this.#stopMax?.()
    this.#waiter = this.#removeAbortListener = this.#stopIdle = this.#stopMax = undefined
    return waiter
  }

  #start(leftMs: number, ms: number): () => void {
    return this.#clock.after(leftMs, () => {
      const text = `No answer within ${ms} ms`
      this.#waiter?.onGiveUp(new OmniportError('timeout', text), text)
    })
  }
}

/** Whether a question is given up first because nothing is heard of it. */
function isShorter(timeoutMs: number | undefined, maxTimeoutMs: number | undefined): timeoutMs is number {
  return timeoutMs !== undefined && (maxTimeoutMs === undefined || timeoutMs < maxTimeoutMs)
}
