import { isPromise } from '../../async/maybe-promise.js'
import type { Clock } from '../../async/runtime/clock.js'
import { SmallMap } from '../../values/maps/small-map.js'
import { truncate } from '../../values/text/truncate.js'
import type { RpcRequest, RpcResponse } from '../messages/messages.js'
import { RpcError } from '../messages/rpc-error.js'
import { InFlightRequest, type RequestEnd } from './in-flight-request.js'
import type { DirectServe } from './serve.js'
import type { Slots } from './slots.js'

export interface ServeOptions<X> {
  readonly serve: DirectServe<X>
  /** Creates the context of the request. An `RpcError` that it throws is the response. */
  readonly exchange: (inFlight: InFlightRequest) => X
  readonly reply: (response: RpcResponse) => void
  /** Called before anything else happens to the request. An `RpcError` that it throws is the response. */
  readonly admit?: ((inFlight: InFlightRequest) => void) | undefined
  /** Those of its batch: the request waits until one is free. It can be cancelled meanwhile. */
  readonly slots?: Slots | undefined
  /** Called once, when the request is answered or cancelled. A request that is refused ends with an error. */
  readonly onEnd?: ((end: RequestEnd) => void) | undefined
  /** Pauses do not count. Default: no limit. */
  readonly deadlineMs?: number | undefined
  /** Identifies it among the requests being served. Default: its id. */
  readonly key?: unknown
}

/** The requests being served now. Each ends exactly once and is removed then. */
export class InFlightRequests {
  readonly #clock: Clock
  readonly #onError: (reason: unknown, request: RpcRequest) => void
  /** The requests that wait for a slot of their batch, by key. Created with the first: few clients send batches. */
  #queued: Map<unknown, InFlightRequest> | undefined
  /** The requests whose `serve` has returned a promise, by key. */
  readonly #waiting = new SmallMap<unknown, InFlightRequest>()
  /** The requests whose `serve` has not returned yet, the innermost last. Most of them have ended when it returns. */
  readonly #running: InFlightRequest[] = []
  #idleListeners: (() => void)[] = []

  /** `onError` receives failures that the other side is not informed of in full. */
  constructor(clock: Clock, onError: (reason: unknown, request: RpcRequest) => void) {
    this.#clock = clock
    this.#onError = onError
  }

  get size(): number {
    return this.#waiting.size + this.#running.length + (this.#queued?.size ?? 0)
  }

  /** Serves one request, or refuses it if its key is in use. A response at once takes no promise and no timer. */
  start<X>(
    request: RpcRequest,
    { serve, exchange, reply, admit, slots, onEnd, deadlineMs, key = request.id }: ServeOptions<X>,
  ): void {
    if (this.#find(key) !== undefined) {
      const error = RpcError.invalidRequest(`The id ${truncate(JSON.stringify(request.id))} is still in use`)
      reply({ jsonrpc: '2.0', id: request.id, error: error.toObject() })
      onEnd?.('error')
      return
    }
    const inFlight = new InFlightRequest(request, { key, reply, report: this.#onEnd })
    if (onEnd !== undefined) inFlight.onEnd(onEnd)
    if (deadlineMs !== undefined) inFlight.setTimeLimit(this.#clock, deadlineMs)
    if (admit !== undefined && !isAdmitted(inFlight, admit)) return
    if (slots === undefined) this.#begin(inFlight, serve, exchange)
    else this.#beginInSlot(inFlight, slots, () => this.#begin(inFlight, serve, exchange))
  }

  /** Returns false if there is no such request. */
  cancel(key: unknown, reason: unknown): boolean {
    const inFlight = this.#find(key)
    inFlight?.cancel(reason)
    return inFlight !== undefined
  }

  /** Ends without a response every request for which `matches` returns true. */
  cancelAll(reason: unknown, matches: (request: RpcRequest) => boolean = () => true): void {
    for (const inFlight of this.#all()) if (matches(inFlight.request)) inFlight.cancel(reason)
  }

  expireAll(error: RpcError): void {
    for (const inFlight of this.#all()) inFlight.expire(error)
  }

  idle(): Promise<void> {
    if (this.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idleListeners.push(resolve))
  }

  /** A request that ends before its turn leaves its slot to the next. */
  #beginInSlot(inFlight: InFlightRequest, slots: Slots, begin: () => void): void {
    const hasBegun = slots.take(() => {
      this.#queued?.delete(inFlight.key)
      if (inFlight.ended) {
        slots.release()
        return
      }
      inFlight.onEnd(() => slots.release())
      begin()
    })
    if (hasBegun) return
    this.#queued ??= new Map()
    this.#queued.set(inFlight.key, inFlight)
  }

  #begin<X>(inFlight: InFlightRequest, serve: DirectServe<X>, exchange: (inFlight: InFlightRequest) => X): void {
    let promised: Promise<RpcResponse | undefined> | undefined
    this.#running.push(inFlight)
    try {
      const answer = serve(inFlight.request, exchange(inFlight))
      if (isPromise(answer)) promised = answer
      else inFlight.settle(answer)
    } catch (reason) {
      inFlight.fail(reason)
    } finally {
      this.#running.pop()
    }
    if (promised !== undefined && !inFlight.ended) this.#waiting.add(inFlight.key, inFlight)
    else this.#notifyIfIdle()
    if (promised !== undefined) inFlight.awaitResponse(promised)
  }

  #find(key: unknown): InFlightRequest | undefined {
    const later = this.#waiting.get(key) ?? this.#queued?.get(key)
    return later ?? this.#running.find((inFlight) => inFlight.key === key && !inFlight.ended)
  }

  /** Those that have not begun come first: what is ended after them would let them begin. */
  #all(): InFlightRequest[] {
    return [...(this.#queued?.values() ?? []), ...this.#running, ...this.#waiting.values()]
  }

  readonly #onEnd = (inFlight: InFlightRequest, problem: unknown): void => {
    this.#waiting.delete(inFlight.key)
    this.#queued?.delete(inFlight.key)
    if (problem !== undefined) this.#onError(problem, inFlight.request)
    this.#notifyIfIdle()
  }

  #notifyIfIdle(): void {
    if (this.#idleListeners.length === 0 || this.size > 0) return
    const listeners = this.#idleListeners
    this.#idleListeners = []
    for (const resolve of listeners) resolve()
  }
}

/** Returns false if the request was refused. */
function isAdmitted(inFlight: InFlightRequest, admit: (inFlight: InFlightRequest) => void): boolean {
  try {
    admit(inFlight)
    return true
  } catch (reason) {
    inFlight.fail(reason)
    return false
  }
}
