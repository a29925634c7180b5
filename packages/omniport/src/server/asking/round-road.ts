import { cloneJson } from '../../jsonrpc/clone-json.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import type { Limits } from '../../protocol/limits.js'
import type { InputRequest } from '../../protocol/model/input-request.js'
import type { Runtime } from '../../protocol/runtime.js'
import { isSuspended, Suspended } from '../definitions/suspended.js'
import type { AnswerRoad, AskedQuestion } from './answer-road.js'
import { QuestionFailure } from './question-failure.js'
import type { RoundJournal } from './round-journal.js'

/** A round that goes out: its questions by key, and what the next run needs. */
export interface Round {
  readonly questions: ReadonlyMap<string, InputRequest>
  readonly journal: RoundJournal
}

/** What a road by rounds is made from. */
export interface RoundRoadOptions {
  readonly journal: RoundJournal
  /** What came with this request, by key. */
  readonly responses: ReadonlyMap<string, unknown>
  readonly chain: string
  readonly limits: Limits
  readonly runtime: Runtime
  /** Called once at most: the run is over, and these are its questions. */
  readonly onRound: (round: Round) => void
  /** Called once at most: the run is over, because of what came with the request or what the handler did. */
  readonly onFailure: (error: RpcError) => void
}

interface Waiting {
  readonly request: InputRequest
  readonly reject: (reason: unknown) => void
}

/**
 * Asks by rounds: a question that has no answer yet waits until nothing else of the run can tell, and then the questions go
 * out together. The handler runs again with the answers, and those already given return at once.
 *
 * A round closes one turn of the event loop after the last of: the first question without an answer, the end of every
 * running side effect, and the reading of every answer that the handler read before.
 *
 * spec: basic/patterns/mrtr
 */
export class RoundRoad implements AnswerRoad {
  readonly #options: RoundRoadOptions
  readonly #answers: Map<string, unknown>
  readonly #onces: Map<string, readonly unknown[]>
  /** What this run has to ask for again before it can be where the last one was. */
  readonly #unread: Set<string>
  readonly #waiting = new Map<string, Waiting>()
  readonly #ending = new AbortController()
  #isOver = false
  #reason: unknown
  #busy = 0
  #turn = 0
  #asked = 0
  #stopReplayTimer: (() => void) | undefined

  constructor(options: RoundRoadOptions) {
    const { journal, responses } = options
    this.#options = options
    this.#answers = new Map(journal.answers)
    this.#onces = new Map(journal.onces)
    this.#unread = new Set([...this.#answers.keys(), ...journal.asked.filter((key) => responses.has(key))])
  }

  get isReplaying(): boolean {
    return this.#unread.size > 0 && !this.#isOver
  }

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  async ask<T>(question: AskedQuestion<T>): Promise<T> {
    this.#assertOpen()
    this.#count()
    const { key } = question
    const { responses } = this.#options
    if (!this.#answers.has(key) && !responses.has(key)) return this.#wait(question)
    const isNew = !this.#answers.has(key)
    const answer = isNew ? responses.get(key) : this.#answers.get(key)
    // What a handler changes of it must not be what the next run reads.
    const reading = await this.#during(() => question.read(cloneJson(answer)), key)
    if (reading.type === 'value') {
      this.#answers.set(key, answer)
      return reading.value
    }
    if (reading.type === 'malformed' && isNew)
      throw this.#fail(RpcError.invalidParams(`inputResponses: ${reading.problem}`))
    this.#answers.delete(key)
    return this.#wait(question)
  }

  async once(key: string, run: (chain: string) => Promise<unknown>): Promise<unknown> {
    this.#assertOpen()
    const kept = this.#onces.get(key)
    if (kept !== undefined) return copyOf(kept)[0]
    return this.#during(async () => {
      const value = await run(this.#options.chain)
      this.#onces.set(key, value === undefined ? [] : copyOf([value]))
      return value
    })
  }

  /** The handler is done: whatever it left open is over. */
  finish(): void {
    this.#end(new OmniportError('closed', 'The call is over: nothing more can be asked'))
  }

  #assertOpen(): void {
    if (this.#isOver) throw this.#reason
  }

  #count(): void {
    const { questions } = this.#options.limits
    this.#asked += 1
    if (this.#asked > questions) throw new OmniportError('limit', `At most ${questions} questions per call (questions)`)
  }

  /** Does what a round has to wait for. */
  async #during<T>(work: () => Promise<T>, key?: string): Promise<T> {
    this.#busy += 1
    try {
      return await work()
    } finally {
      this.#busy -= 1
      if (key !== undefined) this.#unread.delete(key)
      this.#touch()
    }
  }

  #wait<T>({ key, request }: AskedQuestion<T>): Promise<T> {
    this.#assertOpen()
    return new Promise<T>((_resolve, reject) => {
      this.#waiting.set(key, { request, reject })
      if (this.#waiting.size > 1) return
      const { limits, runtime } = this.#options
      this.#stopReplayTimer = runtime.after(limits.replayMs, () => this.#onReplayTimeout())
      this.#touch()
    })
  }

  #touch(): void {
    if (this.#waiting.size === 0 || this.#isOver) return
    this.#turn += 1
    const turn = this.#turn
    this.#options.runtime.defer(() => {
      if (turn === this.#turn && this.#busy === 0 && this.#unread.size === 0) this.#close()
    })
  }

  #close(): void {
    if (this.#isOver) return
    const questions = new Map([...this.#waiting].map(([key, { request }]) => [key, request]))
    const journal = { answers: [...this.#answers], onces: [...this.#onces], asked: [...questions.keys()] }
    this.#end(new Suspended())
    this.#options.onRound({ questions, journal })
  }

  #onReplayTimeout(): void {
    const [unread] = this.#unread
    if (unread === undefined || this.#isOver) return
    const [question] = this.#waiting.keys()
    const text =
      `The handler asks "${question}" where it read the answer "${unread}" before: with the same answers it must take the ` +
      'same path. Wrap what varies in ctx.once'
    this.#fail(new QuestionFailure(text, undefined))
  }

  #fail(error: RpcError): RpcError {
    if (this.#isOver) return error
    this.#end(new Suspended())
    this.#options.onFailure(error)
    return error
  }

  #end(reason: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#reason = reason
    this.#stopReplayTimer?.()
    // At a good end nobody is to stop or to undo what was done.
    if (isSuspended(reason)) this.#ending.abort(reason)
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
  }
}

/** JSON values, so that whoever is given some cannot change what is kept. */
function copyOf(values: readonly unknown[]): readonly unknown[] {
  return values.map(cloneJson)
}
