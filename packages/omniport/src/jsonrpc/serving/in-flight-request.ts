import { createAbortController } from '../../async/abort/lazy-abort-controller.js'
import type { Clock } from '../../async/runtime/clock.js'
import { Deadline } from '../../async/waiting/deadline.js'
import type { RpcErrorObject, RpcRequest, RpcResponse } from '../messages/messages.js'
import { RpcError } from '../messages/rpc-error.js'

export interface InFlightRequestOptions {
  /** Identifies the request while it is served. */
  readonly key: unknown
  readonly reply: (response: RpcResponse) => void
  /** Called once, at the end; `problem` is what failed on this side, if anything did. */
  readonly report: (inFlight: InFlightRequest, problem: unknown) => void
}

/** The end of a request: a response, or none. */
export type RequestEnd = 'result' | 'error' | 'cancelled'

/**
 * One request being served: it ends exactly once, by its response, by cancellation, or by its deadline. Whatever comes
 * later is dropped. Serialisation happens inside the guarantee: a response that cannot be written becomes an error that can.
 */
export class InFlightRequest {
  readonly request: RpcRequest
  readonly #options: InFlightRequestOptions
  #controller: AbortController | undefined
  #clock: Clock | undefined
  #limitMs = 0
  #deadline: Deadline | undefined
  #ended = false
  #cancelled: { readonly reason: unknown } | undefined
  #endListeners: ((end: RequestEnd) => void)[] | undefined

  constructor(request: RpcRequest, options: InFlightRequestOptions) {
    this.request = request
    this.#options = options
  }

  get key(): unknown {
    return this.#options.key
  }

  /** A response was sent, or none will be. */
  get ended(): boolean {
    return this.#ended
  }

  /** Aborts when the call is cancelled or runs out of time. Made on first use. */
  get signal(): AbortSignal {
    this.#controller ??= createAbortController(this.#cancelled)
    return this.#controller.signal
  }

  /** Calls `fn` once, when the call has ended and its response, if any, was written. */
  onEnd(fn: (end: RequestEnd) => void): void {
    if (this.#endListeners === undefined) this.#endListeners = [fn]
    else this.#endListeners.push(fn)
  }

  /**
   * Lets the call expire unless it ends within `ms` milliseconds, those not counted in which it is held. The time runs from
   * when it is awaited or first held: before, nothing could be told that it is over.
   */
  setTimeLimit(clock: Clock, ms: number): void {
    this.#clock = clock
    this.#limitMs = ms
  }

  /**
   * Stops the time that the call may take, if that is limited, until the function that is given back is called: somebody
   * else is waited for. Of several holds the last one that is released lets it go on.
   */
  pauseDeadline(): () => void {
    this.#startDeadline()
    return this.#deadline?.pause() ?? (() => {})
  }

  /** Ends the call with what a `Serve` promised. */
  awaitResponse(answer: Promise<RpcResponse | undefined>): void {
    this.#startDeadline()
    Promise.resolve(answer).then(
      (response) => this.settle(response),
      (reason: unknown) => this.fail(reason),
    )
  }

  /** Ends the call with what a `Serve` returned. */
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

  /** Ends the call with an error response made from anything thrown. */
  fail(reason: unknown): void {
    if (this.#ended) return
    const { error, problem } = toFailure(reason)
    this.#end({ jsonrpc: '2.0', id: this.request.id, error }, problem)
  }

  /** Ends the call with an error response and aborts its signal: the handler is told to stop. */
  expire(error: RpcError): void {
    if (this.#ended) return
    this.fail(error)
    this.#abort(error)
  }

  /** Ends the call without a response and aborts its signal. */
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
  }

  #end(response: RpcResponse, problem: unknown): void {
    this.#ended = true
    const writeProblem = this.#write(response)
    const end = response.error === undefined && writeProblem === undefined ? 'result' : 'error'
    this.#finish(end, writeProblem ?? problem)
  }

  /** Gives what kept the response from being written. Where not even the error in its place can be, nobody is there. */
  #write(response: RpcResponse): unknown {
    try {
      this.#options.reply(response)
      return undefined
    } catch (problem) {
      try {
        this.#options.reply({ jsonrpc: '2.0', id: this.request.id, error: RpcError.internal().toObject() })
      } catch {
        // The first problem is the one to tell.
      }
      return problem ?? new Error('The response could not be written')
    }
  }

  #finish(end: RequestEnd, problem: unknown): void {
    this.#deadline?.stop()
    this.#options.report(this, problem)
    if (this.#endListeners !== undefined) for (const fn of this.#endListeners) fn(end)
  }
}

/** Its members are read once: whoever serves may give anything. @throws what reading them throws, or Error for no response. */
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

/** What an error response keeps from the other side. Whatever was thrown is worth a report, `undefined` too. */
function problemOf(reason: unknown, error: RpcError): unknown {
  if (error === reason) return error.cause ?? undefined
  return error.cause ?? new Error(`The request was rejected with ${String(reason)}`)
}
