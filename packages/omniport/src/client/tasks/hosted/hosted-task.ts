import type { Runtime } from '../../../async/runtime/runtime.js'
import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isFinal, type TaskEnd, type TaskStatus } from '../../../protocol/model/task.js'

/** The answer to a request of a server, or why there is none. */
export type HostedOutcome = TaskEnd<Readonly<Record<string, unknown>>, RpcError>

export interface HostedTaskOptions {
  readonly id: string
  readonly ttlMs: number
  readonly runtime: Runtime
  /** Called when its time is over. */
  readonly onExpire: () => void
}

/** A question of a server that is answered behind its back. What is final never changes. */
export class HostedTask {
  readonly id: string
  /** Resolves when it is final, or forgotten. */
  readonly ended: Promise<void>
  /** The server has its outcome. */
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

  /** Of a task that completed or failed. */
  get outcome(): HostedOutcome | undefined {
    return this.#outcome
  }

  /** Aborts when nobody wants the answer any more. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Takes the outcome, unless it is final already. */
  settle(outcome: HostedOutcome): void {
    if (isFinal(this.#status)) return
    this.#outcome = outcome
    this.#end(outcome.type === 'result' ? 'completed' : 'failed')
  }

  /** Gives the question up. False: it is final already. */
  cancel(): boolean {
    if (isFinal(this.#status)) return false
    this.#end('cancelled')
    this.#controller.abort(new DOMException('The server cancelled the task', 'AbortError'))
    return true
  }

  /** Gives the question up, and lets go whoever waits for it. */
  forget(): void {
    this.#stopTimer()
    this.#controller.abort(new DOMException('The task is forgotten', 'AbortError'))
    this.#resolveEnded()
  }

  /** As 2025-11-25 has it. spec: 2025-11-25 basic/utilities/tasks#task */
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

/** People take their time. */
const pollIntervalMs = 1_000
