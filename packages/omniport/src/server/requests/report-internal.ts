import { randomId } from '../../async/runtime/random-id.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { ServerServices } from '../server-services.js'

/** A failure: a name for what failed, and the request that it failed in. */
export interface FailureContext {
  readonly what: string
  readonly exchange: Exchange
}

/** Gives an RpcError as it is. Reports everything else, and gives an internal error that has only the id of the report. */
export function toReportedError(services: ServerServices, reason: unknown, context: FailureContext): RpcError {
  return RpcError.is(reason) ? reason : RpcError.internal(reportInternal(services, reason, context))
}

/**
 * Logs an error of this side in full under a new id, and returns a text with the id for the peer. A request that was given
 * up is not logged.
 */
export function reportInternal(
  { logger, runtime }: ServerServices,
  error: unknown,
  { what, exchange }: FailureContext,
): string {
  const id = randomId(runtime, 4)
  if (!isAbort(error, exchange.signal)) logger.error(`${what} failed`, { error, id })
  return `internal error ${id}`
}

/** True if `error`, or its cause, is the reason that `signal` aborted with. */
function isAbort(error: unknown, { aborted, reason }: AbortSignal): boolean {
  return aborted && (error === reason || (error instanceof Error && error.cause === reason))
}
