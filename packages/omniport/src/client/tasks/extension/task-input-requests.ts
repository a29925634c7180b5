import { LinkedAbortController } from '../../../async/abort/linked-abort-controller.js'
import { retryWithBackoff } from '../../../async/waiting/retry-with-backoff.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { ResultContext } from '../../extensions/result-context.js'
import { isRetryable } from '../task-poller.js'
import type { TaskServices } from './extension-task.js'

/** Whoever follows a task while its questions are answered. */
export interface Following {
  readonly ctx: ResultContext
  /** Nobody follows it any more: what is open is given up. */
  readonly signal: AbortSignal
  /** A question cannot be answered. */
  readonly fail: (reason: unknown) => void
}

interface TaskInputRequest {
  /** While somebody is asked, or the answer is on its way. */
  working: LinkedAbortController | undefined
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
export class TaskInputRequests {
  readonly #taskId: string
  readonly #services: TaskServices
  readonly #requests = new Map<string, TaskInputRequest>()
  /** How often somebody was asked, whatever became of it. */
  #askedCount = 0

  constructor(taskId: string, services: TaskServices) {
    this.#taskId = taskId
    this.#services = services
  }

  /**
   * Takes note of what the server wants to know now: asks what is new, and gives up what it does not want to know any more.
   *
   * @throws OmniportError `limit`, or RpcError when the server refused the answer to a question and still asks it.
   */
  update(inputRequests: Readonly<Record<string, unknown>>, following: Following): void {
    for (const [key, { working }] of this.#requests) {
      if (!Object.hasOwn(inputRequests, key))
        working?.abort(new DOMException('The question was withdrawn', 'AbortError'))
    }
    const requests = Object.entries(inputRequests)
    this.#assertWithin(requests.map(([key]) => key))
    for (const [key, request] of requests) {
      const existing = this.#requests.get(key)
      if (existing?.refusal !== undefined) throw existing.refusal
      if (existing?.working === undefined && existing?.isDelivered !== true) void this.#work(key, request, following)
    }
  }

  #assertWithin(keys: readonly string[]): void {
    const { questions, rounds } = this.#services.limits
    const more = keys.filter((key) => !this.#requests.has(key)).length
    if (keys.length > questions) throw tooMuch('at once', `limits.questions is ${questions}`)
    if (this.#askedCount + more > questions * rounds) {
      throw tooMuch('in all', `limits.questions times limits.rounds is ${questions * rounds}`)
    }
  }

  /** Never rejects. */
  async #work(key: string, request: unknown, { ctx, signal, fail }: Following): Promise<void> {
    const working = new LinkedAbortController(signal)
    const inputRequest = this.#requests.get(key) ?? {
      answer: undefined,
      refusal: undefined,
      isDelivered: false,
      working,
    }
    inputRequest.working = working
    this.#requests.set(key, inputRequest)
    try {
      if (inputRequest.answer === undefined) {
        this.#askedCount += 1
        inputRequest.answer = await ctx.answer(request, working.signal)
      }
      await this.#deliver([key, inputRequest.answer], ctx, working.signal)
      inputRequest.isDelivered = true
      inputRequest.answer = undefined
    } catch (reason) {
      if (inputRequest.answer === undefined) this.#requests.delete(key)
      else if (RpcError.is(reason)) inputRequest.refusal = reason
      if (!working.signal.aborted && inputRequest.refusal === undefined) fail(reason)
    } finally {
      inputRequest.working = undefined
      working.unlink()
    }
  }

  /** The server may fail at an answer, and take it the next time: nobody is asked for it twice. */
  async #deliver(answered: readonly [string, unknown], ctx: ResultContext, signal: AbortSignal): Promise<void> {
    // The key may be `__proto__`: not by assignment.
    const params = { taskId: this.#taskId, inputResponses: Object.fromEntries([answered]) }
    await retryWithBackoff(() => ctx.request('tasks/update', params), {
      runtime: this.#services.runtime,
      signal,
      timeoutMs: ctx.timeoutMs,
      isRetryable: (reason) => (RpcError.is(reason) ? !refusals.has(reason.code) : isRetryable(reason)),
    })
  }
}

/** The answer is none, or a capability is missing: what is sent again is refused again. */
const refusals: ReadonlySet<number> = new Set([-32602, -32021])

function tooMuch(when: string, limit: string): OmniportError {
  return new OmniportError('limit', `tasks/get: the server asks too much ${when}; ${limit}`)
}
