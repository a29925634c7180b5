import { OmniportError } from '../../../jsonrpc/omniport-error.js'
import { RpcError } from '../../../jsonrpc/rpc-error.js'
import type { Limits } from '../../../protocol/limits.js'
import { LinkedAbort } from '../../../jsonrpc/linked-abort.js'
import type { ResultContext } from '../../extensions/result-context.js'

/** Whoever follows a task while its questions are answered. */
export interface Following {
  readonly ctx: ResultContext
  /** Nobody follows it any more: what is open is given up. */
  readonly signal: AbortSignal
  /** A question cannot be answered. */
  readonly fail: (reason: unknown) => void
}

interface Question {
  /** While somebody is asked, or the answer is on its way. */
  working: LinkedAbort | undefined
  /** Until the server has it. */
  answer: Readonly<Record<string, unknown>> | undefined
  /** What the server said to the answer. */
  refusal: RpcError | undefined
  isDelivered: boolean
}

/**
 * The questions of one task. A key stands for the same question as long as the task lives, so nobody is asked twice, however
 * often the server repeats it.
 *
 * spec: SEP-2663#task-update-requests
 */
export class TaskQuestions {
  readonly #taskId: string
  readonly #limits: Limits
  readonly #questions = new Map<string, Question>()

  constructor(taskId: string, limits: Limits) {
    this.#taskId = taskId
    this.#limits = limits
  }

  /**
   * Takes note of what the server wants to know now: asks what is new, and gives up what it does not want to know any more.
   *
   * @throws OmniportError `limit`, or RpcError when the server refused the answer to a question and still asks it.
   */
  see(inputRequests: Readonly<Record<string, unknown>>, following: Following): void {
    for (const [key, { working }] of this.#questions) {
      if (!Object.hasOwn(inputRequests, key))
        working?.abort(new DOMException('The question was withdrawn', 'AbortError'))
    }
    const requests = Object.entries(inputRequests)
    this.#assertWithin(requests.map(([key]) => key))
    for (const [key, request] of requests) {
      const known = this.#questions.get(key)
      if (known?.refusal !== undefined) throw known.refusal
      if (known?.working === undefined && known?.isDelivered !== true) void this.#work(key, request, following)
    }
  }

  #assertWithin(keys: readonly string[]): void {
    const { questions, rounds } = this.#limits
    const more = keys.filter((key) => !this.#questions.has(key)).length
    if (keys.length > questions) throw tooMuch('at once', `limits.questions is ${questions}`)
    if (this.#questions.size + more > questions * rounds) {
      throw tooMuch('in all', `limits.questions times limits.rounds is ${questions * rounds}`)
    }
  }

  /** Never rejects. */
  async #work(key: string, request: unknown, { ctx, signal, fail }: Following): Promise<void> {
    const working = new LinkedAbort(signal)
    const question = this.#questions.get(key) ?? { answer: undefined, refusal: undefined, isDelivered: false, working }
    question.working = working
    this.#questions.set(key, question)
    try {
      question.answer ??= await ctx.answer(request, working.signal)
      // The key may be `__proto__`: not by assignment.
      const inputResponses = Object.fromEntries([[key, question.answer]])
      await ctx.request('tasks/update', { taskId: this.#taskId, inputResponses })
      question.isDelivered = true
      question.answer = undefined
    } catch (reason) {
      if (question.answer === undefined) this.#questions.delete(key)
      else if (RpcError.is(reason)) question.refusal = reason
      if (!working.signal.aborted && question.refusal === undefined) fail(reason)
    } finally {
      question.working = undefined
      working.unlink()
    }
  }
}

function tooMuch(when: string, limit: string): OmniportError {
  return new OmniportError('limit', `tasks/get: the server asks too much ${when}; ${limit}`)
}
