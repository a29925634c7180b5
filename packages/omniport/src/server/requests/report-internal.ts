import { randomId } from '../../async/runtime/random-id.js'
import type { ServerServices } from '../server-services.js'

/** What failed: a name for it, and the signal of the request that it failed in. */
export interface FailureContext {
  readonly what: string
  readonly signal: AbortSignal
}

/**
 * Keeps what went wrong on this side: logs it in full under a new id, and gives the id, which is all a peer is told. That a
 * request was given up is not logged: whoever gave it up knows.
 */
export function reportInternal(
  { logger, runtime }: ServerServices,
  error: unknown,
  { what, signal }: FailureContext,
): string {
  const id = randomId(runtime, 4)
  if (!isAbort(error, signal)) logger.error(`${what} failed`, { error, id })
  return `internal error ${id}`
}

/** Whether `error` only says that `signal` aborted, itself or as the cause. */
function isAbort(error: unknown, { aborted, reason }: AbortSignal): boolean {
  return aborted && (error === reason || (error instanceof Error && error.cause === reason))
}
