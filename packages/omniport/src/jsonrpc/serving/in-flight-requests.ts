import { isPromise } from '../../async/maybe-promise.js'
import type { Clock } from '../../async/runtime/clock.js'
import { truncate } from '../../values/text/truncate.js'
import type { RpcRequest, RpcResponse } from '../messages/messages.js'
import { RpcError } from '../messages/rpc-error.js'
import { InFlightRequest, type RequestEnd } from './in-flight-request.js'
import type { DirectServe } from './serve.js'

/** How one request is served. */
export interface ServeOptions<X> {
  readonly serve: DirectServe<X>
  /** What surrounds it. An `RpcError` it throws is the answer. */
  readonly exchange: (inFlight: InFlightRequest) => X
  readonly reply: (response: RpcResponse) => void
  /** Called once, when the request is answered or cancelled. A request that is refused ends with an error. */
  readonly onEnd?: ((end: RequestEnd) => void) | undefined
  /** Time during which the call is held does not count. Undefined: as long as it likes. */
  readonly deadlineMs?: number | undefined
  /** What it is known by while it is served, and must not share. Default: its id. */
  readonly key?: unknown
}

/** The requests being served now. Each ends exactly once; afterwards nothing is left of it. */
export class InFlightRequests {
  readonly #clock: Clock
  readonly #onError: (reason: unknown, request: RpcRequest) => void
  /** Those that wait for something. */
  readonly #waiting = new Map<unknown, InFlightRequest>()
  /** Those that were called and have not returned, the last one innermost: mostly they are over when they do. */
  readonly #running: InFlightRequest[] = []
  #idleListeners: (() => void)[] = []

  /** `onError` gets what went wrong while serving and could not be told to the other side in full. */
  constructor(clock: Clock, onError: (reason: unknown, request: RpcRequest) => void) {
    this.#clock = clock
    this.#onError = onError
  }

  get size(): number {
    return this.#waiting.size + this.#running.length
  }

  /** Serves one request; one whose key is in use is refused. What is answered at once takes no promise and no timer. */
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

  /** Ends one call without an answer. */
  cancel(key: unknown, reason: unknown): void {
    this.#find(key)?.cancel(reason)
  }

  /** Ends, without an answer, every call for which `matches` holds. */
  cancelAll(reason: unknown, matches: (request: RpcRequest) => boolean = () => true): void {
    for (const inFlight of this.#all()) if (matches(inFlight.request)) inFlight.cancel(reason)
  }

  /** Ends every call with an error response. */
  expireAll(error: RpcError): void {
    for (const inFlight of this.#all()) inFlight.expire(error)
  }

  /** Resolves when nothing is being served. */
  idle(): Promise<void> {
    if (this.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idleListeners.push(resolve))
  }

  /** Gives what the call waits for; undefined: it is over. */
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
