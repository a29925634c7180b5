import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import { randomId } from '../../async/runtime/random-id.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { encodeInputRequest } from '../../protocol/input/encode-input-request.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { ignoreSuspensionRejections } from './ignore-suspension-rejections.js'
import type { InputRequester, KeyedInputRequest } from './input-requester.js'
import { callEnded } from './suspended.js'

export interface DirectInputRequesterOptions {
  readonly exchange: Exchange
  readonly limits: Limits
  readonly runtime: Runtime
  /** Aborts when the server gives up waiting at its end. */
  readonly ending: AbortSignal
}

/**
 * Sends input requests as requests of the server, on the stream of the request that is served. An answer that does not
 * fit is asked for again, as in a round trip. spec: 2025-11-25 client/elicitation
 */
export class DirectInputRequester implements InputRequester {
  readonly isReplaying = false
  readonly #options: DirectInputRequesterOptions
  #correlationId: string | undefined
  #requestCount = 0
  readonly #ends: LinkedAbortController
  #open = 0
  #isOver = false

  constructor(options: DirectInputRequesterOptions) {
    this.#options = options
    this.#ends = new LinkedAbortController(options.exchange.signal, options.ending)
  }

  async request<T>(question: KeyedInputRequest<T>): Promise<T> {
    this.#assertOpen()
    const { exchange, limits } = this.#options
    if (exchange.ask === undefined) {
      throw new OmniportError('unsupported', 'No question can reach the client on this connection')
    }
    let current = question.request
    for (;;) {
      this.#count()
      const { method, params } = encodeInputRequest(current, profileOf(exchange.revision))
      const options = { signal: this.#ends.signal, timeoutMs: limits.questionMs, onProgress: question.onProgress }
      const answer = await this.#whileOpen(exchange.ask({ method, ...(params !== undefined && { params }) }, options))
      const reading = await question.read(answer)
      if (reading.type === 'value') return reading.value
      if (reading.type === 'malformed') throw new OmniportError('invalid_result', reading.problem)
      current = question.again?.(reading.problem) ?? current
    }
  }

  async once(_key: string, run: (correlationId: string) => Promise<unknown>): Promise<unknown> {
    this.#assertOpen()
    this.#correlationId ??= randomId(this.#options.runtime, 16)
    return run(this.#correlationId)
  }

  finish(): void {
    this.#isOver = true
    this.#ends.unlink()
    if (this.#open === 0) return
    ignoreSuspensionRejections()
    this.#ends.abort(callEnded())
  }

  #assertOpen(): void {
    if (this.#isOver) throw callEnded()
    this.#ends.signal.throwIfAborted()
  }

  async #whileOpen<T>(answer: Promise<T>): Promise<T> {
    this.#open += 1
    try {
      return await answer
    } finally {
      this.#open -= 1
    }
  }

  #count(): void {
    const { questions } = this.#options.limits
    this.#requestCount += 1
    if (this.#requestCount > questions)
      throw new OmniportError('limit', `At most ${questions} questions per call (questions)`)
  }
}
