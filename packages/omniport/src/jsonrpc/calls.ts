import { Call } from './call.js'
import { clip } from './clip.js'
import type { Clock } from './clock.js'
import { isPromise } from './maybe-promise.js'
import type { RpcRequest, RpcResponse } from './messages.js'
import { RpcError } from './rpc-error.js'
import type { DirectServe } from './serve.js'

/** How one request is served. */
export interface ServeOptions<X> {
  readonly serve: DirectServe<X>
  /** What surrounds it. An `RpcError` it throws is the answer. */
  readonly exchange: (call: Call) => X
  readonly reply: (response: RpcResponse) => void
  /** Called once, when the request is answered, refused or cancelled. */
  readonly onEnd?: (() => void) | undefined
  /** Time during which the call is held does not count. Undefined: as long as it likes. */
  readonly deadlineMs?: number | undefined
  /** What it is known by while it is served, and must not share. Default: its id. */
  readonly key?: unknown
}

/** The requests being served now. Each ends exactly once; afterwards nothing is left of it. */
export class Calls {
  readonly #clock: Clock
  readonly #onError: (reason: unknown, request: RpcRequest) => void
  /** Those that wait for something. */
  readonly #waiting = new Map<unknown, Call>()
  /** Those that were called and have not returned, the last one innermost: mostly they are over when they do. */
  readonly #running: Call[] = []
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
      const error = RpcError.invalidRequest(`The id ${clip(JSON.stringify(request.id))} is still in use`)
      reply({ jsonrpc: '2.0', id: request.id, error: error.toObject() })
      onEnd?.()
      return
    }
    const call = new Call(request, { key, reply, report: this.#onEnd })
    if (onEnd !== undefined) call.onEnd(onEnd)
    if (deadlineMs !== undefined) call.limit(this.#clock, deadlineMs)
    const answer = this.#run(call, serve, exchange)
    if (answer === undefined) return
    if (call.ended) this.#notifyIfIdle()
    else this.#waiting.set(key, call)
    call.await(answer)
  }

  /** Ends one call without an answer. */
  cancel(key: unknown, reason: unknown): void {
    this.#find(key)?.cancel(reason)
  }

  /** Ends, without an answer, every call for which `matches` holds. */
  cancelAll(reason: unknown, matches: (request: RpcRequest) => boolean = () => true): void {
    for (const call of this.#all()) if (matches(call.request)) call.cancel(reason)
  }

  /** Ends every call with an error response. */
  expireAll(error: RpcError): void {
    for (const call of this.#all()) call.expire(error)
  }

  /** Resolves when nothing is being served. */
  idle(): Promise<void> {
    if (this.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idleListeners.push(resolve))
  }

  /** Gives what the call waits for; undefined: it is over. */
  #run<X>(
    call: Call,
    serve: DirectServe<X>,
    exchange: (call: Call) => X,
  ): Promise<RpcResponse | undefined> | undefined {
    this.#running.push(call)
    try {
      const answer = serve(call.request, exchange(call))
      if (isPromise(answer)) return answer
      call.settle(answer)
    } catch (reason) {
      call.fail(reason)
    } finally {
      this.#running.pop()
    }
    this.#notifyIfIdle()
    return undefined
  }

  #find(key: unknown): Call | undefined {
    return this.#waiting.get(key) ?? this.#running.find((call) => call.key === key && !call.ended)
  }

  #all(): Call[] {
    return [...this.#running, ...this.#waiting.values()]
  }

  readonly #onEnd = (call: Call, problem: unknown): void => {
    this.#waiting.delete(call.key)
    if (problem !== undefined) this.#onError(problem, call.request)
    this.#notifyIfIdle()
  }

  #notifyIfIdle(): void {
    if (this.#idleListeners.length === 0 || this.size > 0) return
    const listeners = this.#idleListeners
    this.#idleListeners = []
    for (const resolve of listeners) resolve()
  }
}
