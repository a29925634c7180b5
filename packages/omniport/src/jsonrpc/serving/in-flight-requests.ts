import { isPromise } from '../../async/maybe-promise.js'
import type { Clock } from '../../async/runtime/clock.js'
import { truncate } from '../../values/text/truncate.js'
import type { RpcRequest, RpcResponse } from '../messages/messages.js'
import { RpcError } from '../messages/rpc-error.js'
import { InFlightRequest, type RequestEnd } from './in-flight-request.js'
import type { DirectServe } from './serve.js'

export interface ServeOptions<X> {
  readonly serve: DirectServe<X>
  /** Creates the context of the request. An `RpcError` that it throws is the response. */
  readonly exchange: (inFlight: InFlightRequest) => X
  readonly reply: (response: RpcResponse) => void
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
  /** The requests whose `serve` has returned a promise, by key. */
  readonly #waiting = new Map<unknown, InFlightRequest>()
  /** The requests whose `serve` has not returned yet, the innermost last. Most of them have ended when it returns. */
  readonly #running: InFlightRequest[] = []
  #idleListeners: (() => void)[] = []

  /** `onError` receives failures that the other side is not informed of in full. */
  constructor(clock: Clock, onError: (reason: unknown, request: RpcRequest) => void) {
    this.#clock = clock
    this.#onError = onError
  }

  get size(): number {
    return this.#waiting.size + this.#running.length
  }

  /** Serves one request, or refuses it if its key is in use. A response at once takes no promise and no timer. */
  start<X>(
    request: RpcRequest,
    { serve, exchange, reply, onEnd, deadlineMs, key = request.id }: ServeOptions<X>,
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
    const answer = this.#run(inFlight, serve, exchange)
    if (answer === undefined) return
    if (inFlight.ended) this.#notifyIfIdle()
    else this.#waiting.set(key, inFlight)
    inFlight.awaitResponse(answer)
  }

  cancel(key: unknown, reason: unknown): void {
    this.#find(key)?.cancel(reason)
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

  #run<X>(
    inFlight: InFlightRequest,
    serve: DirectServe<X>,
    exchange: (inFlight: InFlightRequest) => X,
  ): Promise<RpcResponse | undefined> | undefined {
    this.#running.push(inFlight)
    try {
      const answer = serve(inFlight.request, exchange(inFlight))
      if (isPromise(answer)) return answer
      inFlight.settle(answer)
    } catch (reason) {
      inFlight.fail(reason)
    } finally {
      this.#running.pop()
    }
    this.#notifyIfIdle()
    return undefined
  }

  #find(key: unknown): InFlightRequest | undefined {
    return this.#waiting.get(key) ?? this.#running.find((inFlight) => inFlight.key === key && !inFlight.ended)
  }

  #all(): InFlightRequest[] {
    return [...this.#running, ...this.#waiting.values()]
  }

  readonly #onEnd = (inFlight: InFlightRequest, problem: unknown): void => {
    this.#waiting.delete(inFlight.key)
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
