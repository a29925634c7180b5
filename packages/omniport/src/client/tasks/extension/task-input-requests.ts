import { LinkedAbortController } from '../../../async/abort/linked-abort-controller.js'
import { retryWithBackoff } from '../../../async/waiting/retry-with-backoff.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { ResultContext } from '../../extensions/result-context.js'
import { isRetryable } from '../task-poller.js'
import type { TaskServices } from './extension-task.js'

/** One call of `ExtensionTask.run`. */
export interface Following {
  readonly ctx: ResultContext
  /** Aborts when `run` ends. Open input requests are given up. */
  readonly signal: AbortSignal
  /** Called when an input request cannot be answered. */
  readonly fail: (reason: unknown) => void
}

interface TaskInputRequest {
  /** Defined while a handler runs, or the response is being sent. */
  working: LinkedAbortController | undefined
  /** Defined until the server has it. */
  answer: Readonly<Record<string, unknown>> | undefined
  /** The error with which the server refused the response. */
  refusal: RpcError | undefined
  isDelivered: boolean
}

/** The input requests of one task. Each is answered once, since its key stays. spec: SEP-2663#task-update-requests */
export class TaskInputRequests {
  readonly #taskId: string
  readonly #services: TaskServices
  readonly #requests = new Map<string, TaskInputRequest>()
  /** Counts the calls of handlers, including failed ones. */
  #askedCount = 0

  constructor(taskId: string, services: TaskServices) {
    this.#taskId = taskId
    this.#services = services
  }

  /**
   * Answers the input requests that are new, and gives up those that the server does not list any more.
   *
   * @throws OmniportError `limit`, or RpcError when the server refused a response and still lists its request.
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

  /** Sends a response again when the server fails to process it, so that the handler runs once. */
  async #deliver(answered: readonly [string, unknown], ctx: ResultContext, signal: AbortSignal): Promise<void> {
    // No assignment, since the key may be `__proto__`.
    const params = { taskId: this.#taskId, inputResponses: Object.fromEntries([answered]) }
    await retryWithBackoff(() => ctx.request('tasks/update', params), {
      runtime: this.#services.runtime,
      signal,
      timeoutMs: ctx.timeoutMs,
      isRetryable: (reason) => (RpcError.is(reason) ? !refusals.has(reason.code) : isRetryable(reason)),
    })
  }
}

/** Error codes that a second attempt would get again: an invalid response, or a missing capability. */
const refusals: ReadonlySet<number> = new Set([-32602, -32021])

function tooMuch(when: string, limit: string): OmniportError {
  return new OmniportError('limit', `tasks/get: the server asks too much ${when}; ${limit}`)
}
