import { LinkedAbortController } from '../../../async/abort/linked-abort-controller.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import type { InputRequest } from '../../../protocol/model/input-request.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { cloneJson } from '../../../values/json/clone-json.js'
import { ignoreSuspensionRejections } from '../ignore-suspension-rejections.js'
import { InputFailure } from '../input-failure.js'
import type { InputRequester, KeyedInputRequest, ParsedAnswer } from '../input-requester.js'
import { callEnded, Suspended } from '../suspended.js'
import type { RetryHistory } from './request-state.js'

/** A round that goes out: its questions by key, and what the next run needs. */
export interface RoundTrip {
  readonly questions: ReadonlyMap<string, InputRequest>
  readonly history: RetryHistory
}

export interface RoundTripInputRequesterOptions {
  readonly history: RetryHistory
  /** The answers of this request, by key. */
  readonly responses: ReadonlyMap<string, unknown>
  readonly correlationId: string
  /** Aborts when the input requests of the run are on their way, or when it failed. Default: an own controller. */
  readonly ending?: AbortController | undefined
  readonly isLast: boolean
  readonly limits: Limits
  readonly runtime: Runtime
  /** These abort when nobody waits for the call any more. */
  readonly signals: () => readonly AbortSignal[]
  /** Called once, before the first new answer is accepted. False: these answers were accepted before. */
  readonly consume: () => Promise<boolean>
  /** Called at most once: prepares a round to be sent. Rejects with the RpcError to answer instead. */
  readonly prepare: (round: RoundTrip) => Promise<void>
  /** Called at most once, after `prepare`: the pending requests have rejected, and the round may be sent. */
  readonly onSuspended: () => void
  /** Called at most once: the run has ended, because of the answers in the request or an error of the handler. */
  readonly onFailure: (error: RpcError) => void
  /** Called at most once: the handler keeps asking after its run has ended, and waits from now on. */
  readonly onEndless: () => void
}

interface WaitingRequest {
  readonly request: InputRequest
  readonly reject: (reason: unknown) => void
}

/**
 * Sends input requests in rounds. A request without an answer waits until no other part of the run can ask, and then
 * the requests are sent together. The handler runs again with the answers, and requests that have an answer return at
 * once.
 *
 * A round closes one turn of the event loop after the last of: the first question without an answer, the end of every
 * running side effect, and the reading of every answer that the handler read before. spec: basic/patterns/mrtr
 */
export class RoundTripInputRequester implements InputRequester {
  readonly #options: RoundTripInputRequesterOptions
  readonly #answers: Map<string, unknown>
  readonly #onces: Map<string, readonly unknown[]>
  /** The keys that this run must ask for again before it is where the last one was. */
  readonly #unread: Set<string>
  readonly #waiting = new Map<string, WaitingRequest>()
  readonly #ending: AbortController
  /** Rejects the requests that are made while the round is being sent. */
  readonly #rejects: ((reason: unknown) => void)[] = []
  #state: 'open' | 'closing' | 'over' = 'open'
  #reason: unknown
  #busy = 0
  #turn = 0
  #requestCount = 0
  #lateCount = 0
  #consumed: Promise<boolean> | undefined
  #isOverdue = false
  #stopReplayTimer: (() => void) | undefined
  #stopListening: (() => void) | undefined

  constructor(options: RoundTripInputRequesterOptions) {
    const { history, responses } = options
    this.#options = options
    this.#ending = options.ending ?? new AbortController()
    this.#answers = new Map(history.answers)
    this.#onces = new Map(history.onces)
    this.#unread = new Set([...this.#answers.keys(), ...history.asked.filter((key) => responses.has(key))])
  }

  get isReplaying(): boolean {
    return this.#unread.size > 0 && this.#state === 'open'
  }

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  async request<T>(question: KeyedInputRequest<T>): Promise<T> {
    if (this.#state !== 'open') return this.#refuse()
    this.#count()
    const { key, request, again } = question
    if (!this.#answers.has(key) && !this.#options.responses.has(key)) return this.#wait(key, request)
    const reading = await this.#during(() => this.#read(question), key)
    if (reading.type === 'value') return reading.value
    if (reading.type === 'malformed') throw this.#fail(RpcError.invalidParams(`inputResponses: ${reading.problem}`))
    return this.#wait(key, again?.(reading.problem) ?? request)
  }

  async once(key: string, run: (correlationId: string) => Promise<unknown>): Promise<unknown> {
    if (this.#state !== 'open') return this.#refuse()
    const stored = this.#onces.get(key)
    if (stored !== undefined) return stored.map(cloneJson)[0]
    return this.#during(async () => {
      const value = await run(this.#options.correlationId)
      // A copy, since the handler may change the value and the next run must not read that.
      this.#onces.set(key, value === undefined ? [] : [cloneJson(value)])
      return value
    })
  }

  finish(): void {
    if (this.#state !== 'open') return
    if (this.#waiting.size > 0) ignoreSuspensionRejections()
    this.#end(callEnded(), false)
  }

  async #read<T>({ key, read }: KeyedInputRequest<T>): Promise<ParsedAnswer<T>> {
    if (this.#answers.has(key)) {
      const reread = await read(cloneJson(this.#answers.get(key)))
      if (reread.type === 'value') return reread
      this.#answers.delete(key)
      return { type: 'insufficient', problem: reread.problem }
    }
    const reading = await read(this.#options.responses.get(key))
    if (reading.type !== 'value') return reading
    this.#consumed ??= this.#options.consume()
    if (!(await this.#consumed)) throw this.#fail(RpcError.invalidParams('requestState was used before'))
    this.#answers.set(key, cloneJson(reading.stored))
    return reading
  }

  /**
   * Rejects with the reason that ended the run. A handler that retries after every rejection would keep the process
   * busy forever, so in the end its promise stays pending.
   */
  #refuse<T>(): Promise<T> {
    const { limits, onEndless } = this.#options
    this.#lateCount += 1
    if (this.#lateCount === limits.questions + 1) onEndless()
    if (this.#lateCount > limits.questions) return new Promise(() => {})
    if (this.#state === 'over') return Promise.reject(this.#reason)
    return new Promise((_resolve, reject) => void this.#rejects.push(reject))
  }

  #count(): void {
    const { questions } = this.#options.limits
    this.#requestCount += 1
    if (this.#requestCount > questions)
      throw new OmniportError('limit', `At most ${questions} questions per call (questions)`)
  }

  /** Runs work that a round must wait for. */
  async #during<T>(work: () => Promise<T>, key?: string): Promise<T> {
    this.#busy += 1
    try {
      return await work()
    } finally {
      this.#busy -= 1
      if (key !== undefined) this.#unread.delete(key)
      if (this.#isOverdue && this.#busy === 0) this.#armReplayTimer()
      this.#touch()
    }
  }

  #wait<T>(key: string, request: InputRequest): Promise<T> {
    if (this.#state !== 'open') return this.#refuse()
    const { isLast, limits } = this.#options
    if (isLast) throw new OmniportError('limit', `At most ${limits.rounds} rounds per request (rounds)`)
    return new Promise<T>((_resolve, reject) => {
      this.#waiting.set(key, { request, reject })
      if (this.#waiting.size === 1) this.#begin()
    })
  }

  /** Starts a round with the first request that must be sent. */
  #begin(): void {
    const caller = new LinkedAbortController(...this.#options.signals())
    const { signal } = caller
    const onAbort = () => this.#end(signal.reason)
    signal.addEventListener('abort', onAbort)
    this.#stopListening = () => caller.unlink()
    this.#armReplayTimer()
    this.#touch()
    if (signal.aborted) onAbort()
  }

  #touch(): void {
    if (this.#waiting.size === 0 || this.#state !== 'open') return
    this.#turn += 1
    const turn = this.#turn
    this.#options.runtime.defer(() => {
      if (turn === this.#turn && this.#busy === 0 && this.#unread.size === 0) this.#close()
    })
  }

  /** Rejects the pending requests only when it is certain that the round can be sent. */
  #close(): void {
    if (this.#state !== 'open') return
    this.#state = 'closing'
    this.#stopReplayTimer?.()
    const questions = new Map([...this.#waiting].map(([key, { request }]) => [key, request]))
    const history = { answers: [...this.#answers], onces: [...this.#onces], asked: [...questions.keys()] }
    const { prepare, onSuspended } = this.#options
    const onPrepared = () => {
      this.#end(new Suspended())
      onSuspended()
    }
    prepare({ questions, history }).then(onPrepared, (reason: unknown) => void this.#fail(RpcError.from(reason)))
  }

  #armReplayTimer(): void {
    const { limits, runtime } = this.#options
    this.#isOverdue = false
    this.#stopReplayTimer?.()
    this.#stopReplayTimer = runtime.after(limits.replayMs, () => this.#onReplayTimeout())
  }

  #onReplayTimeout(): void {
    const [unread] = this.#unread
    if (unread === undefined || this.#state !== 'open') return
    // The handler may wait for a running side effect before it reads on.
    this.#isOverdue = this.#busy > 0
    if (!this.#isOverdue) this.#fail(otherPath([...this.#waiting.keys()][0], unread))
  }

  #fail(error: RpcError): RpcError {
    if (this.#state === 'over') return error
    this.#end(error)
    this.#options.onFailure(error)
    return error
  }

  /** Ends the run. After a success nothing must be stopped or undone, so the signal of the run does not abort. */
  #end(reason: unknown, aborts = true): void {
    if (this.#state === 'over') return
    this.#state = 'over'
    this.#reason = reason
    this.#stopReplayTimer?.()
    this.#stopListening?.()
    if (aborts) this.#ending.abort(reason)
    const rejects = [...Array.from(this.#waiting.values(), ({ reject }) => reject), ...this.#rejects]
    this.#waiting.clear()
    for (const reject of rejects) reject(reason)
  }
}

function otherPath(question: string | undefined, unread: string): InputFailure {
  const text =
    `The handler asks "${question}" where it read the answer "${unread}" before: with the same answers it must take the ` +
    'same path. Wrap what varies in ctx.once'
  return new InputFailure(text, undefined)
}
