import { onAbort } from '../../async/abort/on-abort.js'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { InputRequest, InputRequests } from '../../protocol/model/input-request.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { truncate } from '../../values/text/truncate.js'
import { type ConvertedQuestion, convertQuestion } from '../calls/convert-question.js'
import type { TaskSourceOptions } from './task-source.js'

interface OpenQuestion {
  readonly request: InputRequest
  readonly toAnswer: ConvertedQuestion['toAnswer']
  readonly resolve: (answer: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** Of the upstream, for its question. */
export type QuestionExchange = Pick<Exchange, 'signal' | 'revision'>

/** The questions of one task that its client has not answered. No key is used twice. spec: SEP-2663#task-update-requests */
export class TaskQuestions {
  readonly #options: Pick<TaskSourceOptions, 'exchange' | 'services'>
  readonly #onAsked: () => void
  readonly #open = new Map<string, OpenQuestion>()
  #count = 0
  #wake: (() => void) | undefined
  #changed: Promise<void> | undefined

  constructor(options: Pick<TaskSourceOptions, 'exchange' | 'services'>, onAsked: () => void) {
    this.#options = options
    this.#onAsked = onAsked
  }

  get size(): number {
    return this.#open.size
  }

  get requests(): InputRequests {
    return Object.fromEntries([...this.#open].map(([key, { request }]) => [key, request]))
  }

  /** Resolves with the next question, or when `markChanged` is called. */
  get changed(): Promise<void> {
    this.#changed ??= new Promise((resolve) => {
      this.#wake = resolve
    })
    return this.#changed
  }

  markChanged(): void {
    this.#wake?.()
    this.#changed = undefined
  }

  /** Settles with the answer in the shape of the upstream. Rejects with RpcError, or the reason of the signal. */
  async ask({ method, params }: RpcRequest, { signal, revision }: QuestionExchange): Promise<unknown> {
    const { exchange, services } = this.#options
    const { limits, runtime } = services
    if (this.#open.size >= limits.questions || this.#count >= limits.questions * limits.rounds) {
      throw RpcError.internal('The task asks too much (questions, rounds)')
    }
    const { toAnswer, ...request } = convertQuestion({ method, params }, { from: revision, exchange, runtime })
    this.#count += 1
    const key = `input-${this.#count}`
    signal.throwIfAborted()
    const answer = new Promise((resolve, reject) => {
      this.#open.set(key, { request: request as InputRequest, toAnswer, resolve, reject }) // converting checked the method
    })
    const removeListener = onAbort(signal, () => this.#take(key)?.reject(signal.reason))
    this.markChanged()
    this.#onAsked()
    return answer.finally(removeListener)
  }

  /** Answers questions that are open. @throws RpcError -32602 naming the key of a malformed answer; then none is answered. */
  answer(responses: ReadonlyMap<string, unknown>): void {
    const answered = [...responses].flatMap(([key, response]) => {
      const question = this.#open.get(key)
      return question === undefined ? [] : [{ key, value: convertAnswer(key, question, response) }]
    })
    for (const { key, value } of answered) this.#take(key)?.resolve(value)
  }

  refuse(key: string, error: RpcError): void {
    this.#take(key)?.reject(error)
  }

  refuseAll(error: RpcError): void {
    for (const key of [...this.#open.keys()]) this.refuse(key, error)
  }

  #take(key: string): OpenQuestion | undefined {
    const question = this.#open.get(key)
    this.#open.delete(key)
    return question
  }
}

function convertAnswer(key: string, { toAnswer }: OpenQuestion, response: unknown): unknown {
  try {
    return toAnswer(response)
  } catch (reason) {
    if (!OmniportError.is(reason) && !(reason instanceof TypeError)) throw reason
    throw RpcError.invalidParams(`params.inputResponses.${truncate(key, 64)}: ${reason.message}`)
  }
}
