import { createAbortController } from '../../async/abort/lazy-abort-controller.js'
import type { Clock } from '../../async/runtime/clock.js'
import { Deadline } from '../../async/waiting/deadline.js'
import type { ByteBudget } from '../../values/memory/byte-budget.js'
import type { RpcErrorObject, RpcRequest, RpcResponse } from '../messages/messages.js'
import { RpcError } from '../messages/rpc-error.js'

export interface InFlightRequestOptions {
  /** Identifies it among the requests being served. */
  readonly key: unknown
  readonly reply: (response: RpcResponse) => void
  /** Called once, at the end; `problem` is the failure on this side, if there was one. */
  readonly report: (inFlight: InFlightRequest, problem: unknown) => void
}

/** The end of a request: a response with a result or an error, or none. */
export type RequestEnd = 'result' | 'error' | 'cancelled'

/**
 * One request being served. It ends exactly once, by its response, by cancellation, or by its deadline; later responses are
 * dropped. A response that cannot be serialised is replaced by an error response.
 */
export class InFlightRequest {
  readonly request: RpcRequest
  readonly #options: InFlightRequestOptions
  #controller: AbortController | undefined
  #clock: Clock | undefined
  #limitMs = 0
  #deadline: Deadline | undefined
  /** The bytes that are counted for it, and where. */
  #bytes = 0
  #budget: ByteBudget | undefined
  #ended = false
  #cancelled: { readonly reason: unknown } | undefined
  #abortListeners: ((reason: unknown) => void)[] | undefined
  #endListeners: ((end: RequestEnd) => void)[] | undefined

  constructor(request: RpcRequest, options: InFlightRequestOptions) {
    this.request = request
    this.#options = options
  }

  get key(): unknown {
    return this.#options.key
  }

  /** True once a response was sent or none will be. */
  get ended(): boolean {
    return this.#ended
  }

  /** Aborts when the request is cancelled or its time is over. Created on first use. */
  get signal(): AbortSignal {
    this.#controller ??= createAbortController(this.#cancelled)
    return this.#controller.signal
  }

  /** Calls `fn` once when `signal` aborts, or at once if it has: without making the signal. */
  onAbort(fn: (reason: unknown) => void): void {
    if (this.#cancelled !== undefined) fn(this.#cancelled.reason)
    else if (this.#abortListeners === undefined) this.#abortListeners = [fn]
    else this.#abortListeners.push(fn)
  }

  /** Says that `budget` counts `bytes` for this request, which are removed when it ends. */
  countedIn(budget: ByteBudget, bytes: number): void {
    this.#budget = budget
    this.#bytes = bytes
  }

  /** Calls `fn` once, when the request has ended and its response, if any, was written. */
  onEnd(fn: (end: RequestEnd) => void): void {
    if (this.#endListeners === undefined) this.#endListeners = [fn]
    else this.#endListeners.push(fn)
  }

  /**
   * Lets the request expire after `ms`, not counting pauses. The time starts when the request is awaited or first paused: a
   * handler that has not returned by then cannot be interrupted.
   */
  setTimeLimit(clock: Clock, ms: number): void {
    this.#clock = clock
    this.#limitMs = ms
  }

  /**
   * Pauses the time limit, if there is one, while the request waits for the other side. The returned function ends the pause.
   * Of several pauses the last to end lets the time run on.
   */
  pauseDeadline(): () => void {
    this.#startDeadline()
    return this.#deadline?.pause() ?? (() => {})
  }

  awaitResponse(answer: Promise<RpcResponse | undefined>): void {
    this.#startDeadline()
    Promise.resolve(answer).then(
      (response) => this.settle(response),
      (reason: unknown) => this.fail(reason),
    )
  }

  settle(response: RpcResponse | undefined): void {
    if (this.#ended) return
    let answer: RpcResponse
    try {
      answer = toResponse(this.request, response)
    } catch (reason) {
      this.fail(reason)
      return
    }
    this.#end(answer, undefined)
  }

  fail(reason: unknown): void {
    if (this.#ended) return
    const { error, problem } = toFailure(reason)
    this.#end({ jsonrpc: '2.0', id: this.request.id, error }, problem)
  }

  /** Ends the request with an error response and aborts its signal, so that the handler stops. */
  expire(error: RpcError): void {
    if (this.#ended) return
    this.fail(error)
    this.#abort(error)
  }

  /** Ends the request without a response and aborts its signal. */
  cancel(reason: unknown): void {
    if (this.#ended) return
    this.#ended = true
    this.#abort(reason)
    this.#finish('cancelled', undefined)
  }

  #startDeadline(): void {
    if (this.#clock === undefined || this.#deadline !== undefined || this.#ended) return
    const ms = this.#limitMs
    const expire = () => this.expire(RpcError.internal(`${this.request.method} took longer than ${ms} ms`))
    this.#deadline = new Deadline(this.#clock, ms, expire)
  }

  #abort(reason: unknown): void {
    this.#cancelled = { reason }
    this.#controller?.abort(reason)
    const listeners = this.#abortListeners ?? []
    this.#abortListeners = undefined
    for (const listener of listeners) listener(reason)
  }

  #end(response: RpcResponse, problem: unknown): void {
    this.#ended = true
    const writeProblem = this.#write(response)
    const end = response.error === undefined && writeProblem === undefined ? 'result' : 'error'
    this.#finish(end, writeProblem ?? problem)
  }

  /** Returns the reason why the response could not be written, if it could not. */
  #write(response: RpcResponse): unknown {
    try {
      this.#options.reply(response)
      return undefined
    } catch (problem) {
      try {
        this.#options.reply({ jsonrpc: '2.0', id: this.request.id, error: RpcError.internal().toObject() })
      } catch {
        // The channel is closed; the first problem is reported.
      }
      return problem ?? new Error('The response could not be written')
    }
  }

  #finish(end: RequestEnd, problem: unknown): void {
    this.#deadline?.stop()
    this.#budget?.remove(this.#bytes)
    this.#options.report(this, problem)
    if (this.#endListeners !== undefined) for (const fn of this.#endListeners) fn(end)
  }
}

/** Reads each member once, since it may be a getter. @throws what a getter throws, or Error if there is no response. */
function toResponse({ id, method }: RpcRequest, response: RpcResponse | undefined): RpcResponse {
  if (response !== undefined) {
    const { result, error } = response
    if (error !== undefined) return { jsonrpc: '2.0', id, error: toErrorObject(error) }
    if (result !== undefined) return { jsonrpc: '2.0', id, result }
  }
  throw new Error(`${method} was served without a response`)
}

interface Failure {
  readonly error: RpcErrorObject
  readonly problem: unknown
}

function toFailure(reason: unknown): Failure {
  try {
    const error = RpcError.from(reason)
    return { error: toErrorObject(error.toObject()), problem: problemOf(reason, error) }
  } catch (cause) {
    const problem = new Error('The request was rejected with what cannot be read', { cause })
    return { error: RpcError.internal().toObject(), problem }
  }
}

function toErrorObject({ code, message, data }: RpcErrorObject): RpcErrorObject {
  if (!Number.isInteger(code) || typeof message !== 'string') throw new TypeError('An error needs a code and a message')
  return data === undefined ? { code, message } : { code, message, data }
}

/** The part of a failure that the other side does not get. Anything thrown is reported, `undefined` too. */
function problemOf(reason: unknown, error: RpcError): unknown {
  if (error === reason) return error.cause ?? undefined
  return error.cause ?? new Error(`The request was rejected with ${String(reason)}`)
}
