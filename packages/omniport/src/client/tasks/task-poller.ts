import type { Runtime } from '../../async/runtime/runtime.js'
import { backoffMs } from '../../async/waiting/backoff.js'
import { pause } from '../../async/waiting/pause.js'
import { retryWithBackoff } from '../../async/waiting/retry-with-backoff.js'
import { waitFor } from '../../async/waiting/wait-for.js'
import { isFinal } from '../../protocol/model/task.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { RequestLost } from '../requests/request-lost.js'
import type { TaskSnapshot } from './decode-task.js'

export interface TaskPollerOptions {
  readonly runtime: Runtime
  /** Polling is given up when the server does not answer for this long. */
  readonly timeoutMs: number
  /** Requests the state of the task. */
  readonly get: () => Promise<TaskSnapshot>
}

/**
 * Polls one task, no more often than the server wishes. It does not rely on notifications.
 *
 * spec: SEP-2663#task-polling, 2025-11-25 basic/utilities/tasks#getting-tasks
 */
export class TaskPoller {
  readonly #options: TaskPollerOptions
  readonly #sinceMs: number
  #last: TaskSnapshot

  constructor(first: TaskSnapshot, options: TaskPollerOptions) {
    this.#options = options
    this.#sinceMs = options.runtime.now()
    this.#last = first
  }

  get last(): TaskSnapshot {
    return this.#last
  }

  /** Stores a new state, unless the status is final already. */
  update(task: TaskSnapshot): TaskSnapshot {
    if (!isFinal(this.#last.status) || task.status === this.#last.status) this.#last = task
    return this.#last
  }

  /** Waits for the poll interval, then requests the state. Rejects as `now` does. */
  async next(signal: AbortSignal): Promise<TaskSnapshot> {
    await pause(this.#options.runtime, intervalOf(this.#last), signal)
    signal.throwIfAborted()
    return this.now(signal)
  }

  /**
   * Requests the state at once, and again while the server cannot be reached.
   *
   * Rejects with the RpcError of the server, with OmniportError `timeout` for a task that outlives its `ttlMs`, or with the
   * reason of `signal`, which does not end the request itself.
   */
  async now(signal: AbortSignal): Promise<TaskSnapshot> {
    const { runtime, timeoutMs, get } = this.#options
    const attempt = async () => {
      const task = this.update(await waitFor(get(), { clock: runtime, signal }))
      this.#assertAlive(task)
      return task
    }
    const minMs = intervalOf(this.#last)
    const delayMs = (failures: number) => Math.max(minMs, backoffMs(failures - 1, runtime))
    return retryWithBackoff(attempt, { runtime, signal, timeoutMs, delayMs, isRetryable })
  }

  #assertAlive({ taskId, status, ttlMs }: TaskSnapshot): void {
    if (isFinal(status) || ttlMs === null) return
    if (this.#options.runtime.now() - this.#sinceMs <= ttlMs + graceMs) return
    throw new OmniportError(
      'timeout',
      `The task "${taskId.slice(0, 64)}" is ${status} longer than the ${ttlMs} ms it may live`,
    )
  }
}

function intervalOf({ pollIntervalMs = defaultMs }: TaskSnapshot): number {
  return Math.min(longestMs, Math.max(shortestMs, pollIntervalMs))
}

const defaultMs = 1_000
const shortestMs = 50
const longestMs = 60_000

/** A server may notice this much later that the time of a task is over. */
const graceMs = 10_000

/** Returns true when the server was not reached or is busy, so that the next attempt may work. */
export function isRetryable(reason: unknown): boolean {
  if (reason instanceof RequestLost) return true
  if (!OmniportError.is(reason) || reason.code !== 'unreachable') return false
  return reason.status === undefined || reason.status > 501 || retryableStatuses.has(reason.status)
}

const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429])
