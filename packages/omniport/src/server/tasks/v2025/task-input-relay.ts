import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import { encodeInputRequest } from '../../../protocol/input/encode-input-request.js'
import { requiredCapabilities } from '../../../protocol/input/required-capabilities.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { relatedTaskMeta } from '../../../protocol/meta/related-task.js'
import type { InputRequest } from '../../../protocol/model/input-request.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import { canRequestInput } from '../../input/can-request-input.js'
import type { TaskSnapshot } from '../service/task-snapshot.js'
import type { TaskInputClaims } from './task-input-claims.js'

export interface TaskInputRelayOptions {
  readonly taskId: string
  readonly exchange: Exchange
  readonly claims: TaskInputClaims
  readonly limits: Limits
  readonly answer: (key: string, response: unknown) => Promise<void>
  readonly refuse: (key: string, error: RpcError) => Promise<void>
  /** Called with the reason that a request got no answer. */
  readonly onFailure: (key: string, reason: unknown) => void
}

/**
 * Sends the input requests of a task over a request that waits for its result, as requests of the server.
 * spec: 2025-11-25 basic/utilities/tasks#input-required-status
 */
export class TaskInputRelay {
  readonly #options: TaskInputRelayOptions
  readonly #pending = new Map<string, AbortController>()
  /** The keys that failed over this request; another request may succeed. */
  readonly #failed = new Set<string>()
  #open: ReadonlyMap<string, InputRequest> = new Map()
  #stopped = false

  constructor(options: TaskInputRelayOptions) {
    this.#options = options
  }

  /** Sends the open requests that no other relay sends, and cancels those that are not open any more. */
  update({ inputRequests }: TaskSnapshot): void {
    this.#open = new Map(Object.entries(inputRequests))
    for (const [key, controller] of this.#pending) if (!this.#open.has(key)) controller.abort(answered())
    this.requestInput()
  }

  requestInput(): void {
    const { taskId, exchange, claims } = this.#options
    if (this.#stopped || exchange.ask === undefined) return
    for (const [key, question] of this.#open) {
      if (this.#failed.has(key) || !canRequestInput(exchange, requiredCapabilities(question))) continue
      if (claims.claim(taskId, key)) void this.#requestOne(key, question)
    }
  }

  stop(): void {
    this.#stopped = true
    for (const controller of this.#pending.values()) controller.abort(answered())
  }

  async #requestOne(key: string, question: InputRequest): Promise<void> {
    const { taskId, exchange, claims, onFailure } = this.#options
    const controller = new AbortController()
    this.#pending.set(key, controller)
    try {
      await this.#settle(key, question, controller.signal)
    } catch (reason) {
      this.#failed.add(key)
      if (!controller.signal.aborted && !exchange.signal.aborted) onFailure(key, reason)
      // A request that is not open any more got its answer elsewhere.
      if (this.#open.has(key)) claims.release(taskId, key)
    } finally {
      this.#pending.delete(key)
    }
  }

  /** Stores the answer, or the error of the client or of an answer that cannot be stored. */
  async #settle(key: string, question: InputRequest, signal: AbortSignal): Promise<void> {
    const { exchange, answer, refuse } = this.#options
    try {
      await answer(key, await this.#send(question, signal))
    } catch (reason) {
      if (!RpcError.is(reason) || signal.aborted || exchange.signal.aborted) throw reason
      await refuse(key, reason)
    }
  }

  async #send(question: InputRequest, signal: AbortSignal): Promise<unknown> {
    const { taskId, exchange, limits } = this.#options
    const { method, params } = encodeInputRequest(question, profileOf(exchange.revision))
    const meta = params?.['_meta']
    const marked = { ...params, _meta: relatedTaskMeta(taskId, isObject(meta) ? meta : undefined) }
    return exchange.ask?.(
      { method, params: marked },
      { signal: AbortSignal.any([exchange.signal, signal]), timeoutMs: limits.questionMs },
    )
  }
}

function answered(): OmniportError {
  return new OmniportError('closed', 'The question needs no answer any more')
}
