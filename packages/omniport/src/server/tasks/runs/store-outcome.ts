import type { Logger } from '../../../async/runtime/logger.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import { retryWithBackoff } from '../../../async/waiting/retry-with-backoff.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { LiveRecord, TaskRecord } from '../records/task-record.js'
import type { TaskOutcome } from '../service/task-snapshot.js'
import { taskTimes } from '../task-times.js'
import { truncateStatus } from './task-status-line.js'
import type { TaskWriter } from './task-writer.js'

export interface OutcomeTarget {
  readonly writer: TaskWriter
  readonly signal: AbortSignal
  readonly runtime: Runtime
  readonly logger: Logger
}

/**
 * Makes a task final, unless it is final already or another run has it. A write that fails is repeated for a while,
 * then an error replaces the outcome. Gives false if the outcome could not be stored.
 */
export async function storeOutcome(
  outcome: TaskOutcome,
  { writer, signal, runtime, logger }: OutcomeTarget,
): Promise<boolean> {
  let attempts = 0
  const attempt = () => {
    attempts += 1
    const candidate = attempts <= maxAttempts ? outcome : storeFailure
    return writer.finish((record) => toFinal(record, candidate))
  }
  if (signal.aborted) return false
  return retryWithBackoff(attempt, {
    runtime,
    signal,
    maxAttempts: 2 * maxAttempts,
    delayMs: () => taskTimes.retry,
    isRetryable: () => true,
    onFailure: (error) => logger.error('The outcome of a task could not be kept', { error }),
  }).catch(() => false)
}

const maxAttempts = 5

const storeFailure: TaskOutcome = {
  type: 'error',
  error: RpcError.internal('The result of the task could not be kept').toObject(),
}

function toFinal({ job: _job, statusMessage: _message, ...record }: LiveRecord, outcome: TaskOutcome): TaskRecord {
  if (outcome.type === 'result') return { ...record, status: 'completed', outcome }
  return { ...record, status: 'failed', statusMessage: truncateStatus(outcome.error.message), outcome }
}
