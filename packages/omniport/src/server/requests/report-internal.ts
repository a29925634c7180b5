import { randomId } from '../../async/runtime/random-id.js'
import type { ServerServices } from '../server-services.js'

/**
 * Logs an error of this side in full under a new id, and returns a text with that id, which is all that a peer receives.
 * `what` names the failed part. An error that only says that the request was cancelled, by its `signal`, is not logged.
 */
export function reportInternal(
  { logger, runtime }: ServerServices,
  error: unknown,
  { what, signal }: { readonly what: string; readonly signal: AbortSignal },
): string {
  const id = randomId(runtime, 4)
  if (!isAbort(error, signal)) logger.error(`${what} failed`, { error, id })
  return `internal error ${id}`
}

/** Whether `error` only says that `signal` aborted, itself or as the cause. */
function isAbort(error: unknown, { aborted, reason }: AbortSignal): boolean {
  return aborted && (error === reason || (error instanceof Error && error.cause === reason))
}
