import type { Runtime } from '../../../async/runtime/runtime.js'
import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isFinal, type TaskEnd, type TaskStatus } from '../../../protocol/model/task.js'
import type { Result } from '../../requests/results.js'

export type HostedOutcome = TaskEnd<Result, RpcError>

export interface HostedTaskOptions {
  readonly id: string
  readonly ttlMs: number
  readonly runtime: Runtime
  /** Called after `ttlMs`. */
  readonly onExpire: () => void
}

/** An input request of a server that the client answers as a task. A final status never changes. */
export class HostedTask {
  readonly id: string
  /** Resolves when the status is final, or the task is forgotten. */
  readonly ended: Promise<void>
  /** True: the server has the outcome. */
  isDelivered = false
  readonly #ttlMs: number
  readonly #runtime: Runtime
  readonly #createdMs: number
  readonly #controller = new AbortController()
  readonly #stopTimer: () => void
  #resolveEnded: () => void = () => {}
  #updatedMs: number
  #status: TaskStatus = 'working'
  #outcome: HostedOutcome | undefined

  constructor({ id, ttlMs, runtime, onExpire }: HostedTaskOptions) {
    this.id = id
    this.#ttlMs = ttlMs
    this.#runtime = runtime
    this.#createdMs = runtime.now()
    this.#updatedMs = this.#createdMs
    this.#stopTimer = runtime.after(ttlMs, onExpire, { background: true })
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve
    })
  }

  get status(): TaskStatus {
    return this.#status
  }

  /** Defined for a task that completed or failed. */
  get outcome(): HostedOutcome | undefined {
    return this.#outcome
  }

  /** Aborts when the task is cancelled or forgotten. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Stores the outcome, unless the status is final already. */
  settle(outcome: HostedOutcome): void {
    if (isFinal(this.#status)) return
    this.#outcome = outcome
    this.#end(outcome.type === 'result' ? 'completed' : 'failed')
  }

  /** Cancels the task. False: the status is final already. */
  cancel(): boolean {
    if (isFinal(this.#status)) return false
    this.#end('cancelled')
    this.#controller.abort(new DOMException('The server cancelled the task', 'AbortError'))
    return true
  }

  /** Aborts the task, and resolves `ended`. */
  forget(): void {
    this.#stopTimer()
    this.#controller.abort(new DOMException('The task is forgotten', 'AbortError'))
    this.#resolveEnded()
  }

  /** The task in the shape of 2025-11-25. spec: 2025-11-25 basic/utilities/tasks#task */
  encode(): object {
    const outcome = this.#outcome
    return {
      taskId: this.id,
      status: this.#status,
      ...(outcome?.type === 'error' && { statusMessage: outcome.error.message }),
      createdAt: new Date(this.#createdMs).toISOString(),
      lastUpdatedAt: new Date(this.#updatedMs).toISOString(),
      ttl: this.#ttlMs,
      pollInterval: pollIntervalMs,
    }
  }

  #end(status: TaskStatus): void {
    this.#status = status
    this.#updatedMs = this.#runtime.now()
    this.#resolveEnded()
  }
}

/** Users take their time. */
const pollIntervalMs = 1_000
