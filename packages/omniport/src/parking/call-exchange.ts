import { createAbortController } from '../async/abort/lazy-abort-controller.js'
import { onAbort } from '../async/abort/on-abort.js'
import { isPromise, type MaybePromise } from '../async/maybe-promise.js'
import type { RpcNotification, RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import { canBeAsked } from '../protocol/exchange/can-be-asked.js'
import type { Ask, AskOptions, Exchange } from '../protocol/exchange/exchange.js'
import { WrappedExchange } from '../protocol/exchange/wrapped-exchange.js'
import { profileOf } from '../protocol/revisions/revision-profile.js'
import { callClosed } from './call-ended.js'
import type { ParkedCall } from './parked-call.js'
import type { ParkedCalls } from './parked-calls.js'
import { toInputRequest } from './to-input-request.js'
import type { RoundEnd } from './waiting-requests.js'

/**
 * The exchange of a call that may outlast its first request: that of the request, until the call asks for the first time.
 * Created for every call, so its costly parts are created on first use.
 */
export class CallExchange extends WrappedExchange {
  readonly #message: RpcRequest
  readonly #label: string
  readonly #calls: ParkedCalls
  #controller: AbortController | undefined
  #abortListeners: ((reason: unknown) => void)[] | undefined
  #aborted: { readonly reason: unknown } | undefined
  /** True once the end of the request is passed on. */
  #isLinked = false
  #stopListening: (() => void) | undefined
  #ask: Ask | undefined
  #call: ParkedCall | undefined
  /** The response to the first request, of a call that has asked. */
  #response: Promise<RpcResponse | undefined> | undefined
  #resolve: ((response: MaybePromise<RpcResponse | undefined>) => void) | undefined
  #reject: ((reason: unknown) => void) | undefined
  #isEnded = false

  constructor(
    message: RpcRequest,
    exchange: Exchange,
    origin: { readonly label: string; readonly calls: ParkedCalls },
  ) {
    super(exchange, 0)
    this.#message = message
    this.#label = origin.label
    this.#calls = origin.calls
  }

  override get client(): Exchange['client'] {
    return this.#call?.client ?? this.inner.client
  }

  override get signal(): AbortSignal {
    if (this.#controller === undefined) {
      // A call of a client that answers no questions ends with its request, whose signal is enough.
      if (this.#call === undefined && !canBeAsked(this.inner)) return this.inner.signal
      this.#link()
      this.#controller = createAbortController(this.#aborted)
    }
    return this.#controller.signal
  }

  onAbort(fn: (reason: unknown) => void): void {
    this.#link()
    if (this.#aborted !== undefined) fn(this.#aborted.reason)
    else if (this.#abortListeners === undefined) this.#abortListeners = [fn]
    else this.#abortListeners.push(fn)
  }

  get ask(): Ask {
    this.#ask ??= (message, options = {}) => this.#request(message, options)
    return this.#ask
  }

  override notify(message: RpcNotification): void {
    if (!this.#isEnded) (this.#call ?? this.inner).notify(message)
  }

  /** Gives the response to the first request: that of the call, or the questions of its first round. */
  follow(result: MaybePromise<RpcResponse | undefined>): MaybePromise<RpcResponse | undefined> {
    if (!isPromise(result)) {
      this.#end({ type: 'response', response: result })
      return this.#response ?? result
    }
    result.then(
      (response) => this.#end({ type: 'response', response }),
      (reason: unknown) => this.#end({ type: 'thrown', reason }),
    )
    if (this.#response !== undefined) return this.#response
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Ends a call that threw at once. */
  fail(reason: unknown): Promise<RpcResponse | undefined> {
    this.#end({ type: 'thrown', reason })
    return this.#response ?? Promise.reject(reason)
  }

  #request(message: Parameters<Ask>[0], options: AskOptions): Promise<unknown> {
    const answer = this.#requestOnce(message, options)
    // A question that the call does not wait for must not end the process.
    answer.catch(() => {})
    return answer
  }

  async #requestOnce(message: Parameters<Ask>[0], options: AskOptions): Promise<unknown> {
    if (message.method === 'ping') return {}
    if (this.#isEnded) throw callClosed(this.#message.method)
    const request = toInputRequest(message, this.client, profileOf(this.revision))
    this.#call ??= this.#open()
    return this.#call.ask(request, options)
  }

  #open(): ParkedCall {
    const first = { message: this.#message, exchange: this.inner }
    const call = this.#calls.open(first, this.#label, (reason) => this.#abort(reason))
    this.#stopListening?.()
    this.#response = call.wait(first)
    this.#resolve?.(this.#response)
    return call
  }

  #abort(reason: unknown): void {
    if (this.#aborted !== undefined) return
    this.#aborted = { reason }
    this.#controller?.abort(reason)
    const listeners = this.#abortListeners ?? []
    this.#abortListeners = undefined
    for (const listener of listeners) listener(reason)
  }

  /** Passes on that the first request is cancelled, until the call asks: then it may outlast that request. */
  #link(): void {
    if (this.#isLinked || this.#call !== undefined) return
    this.#isLinked = true
    if (this.inner.onAbort !== undefined) {
      this.inner.onAbort((reason) => this.#call === undefined && !this.#isEnded && this.#abort(reason))
      return
    }
    const { signal } = this.inner
    if (signal.aborted) this.#abort(signal.reason)
    else this.#stopListening = onAbort(signal, () => this.#abort(signal.reason))
  }

  #end(end: RoundEnd): void {
    this.#isEnded = true
    this.#stopListening?.()
    if (this.#call !== undefined) this.#call.end(end)
    else if (end.type === 'response') this.#resolve?.(end.response)
    else this.#reject?.(end.reason)
  }
}
