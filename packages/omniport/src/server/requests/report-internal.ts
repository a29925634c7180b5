import { randomId } from '../../async/runtime/random-id.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { ServerServices } from '../server-services.js'
import { errorTextOf } from './error-text.js'
import { ThrownByHandler, withoutMark } from './thrown-by-handler.js'

/** A failure: a name for what failed, and the request that it failed in. */
export interface FailureContext {
  readonly what: string
  readonly exchange: Exchange
}

/** Gives an RpcError as it is. Reports everything else, and gives an internal error with the text for the peer. */
export function toReportedError(services: ServerServices, thrown: unknown, context: FailureContext): RpcError {
  const reason = withoutMark(thrown)
  return RpcError.is(reason) ? reason : RpcError.internal(reportInternal(services, thrown, context))
}

/**
 * Logs an error of this side in full under a new id, and returns a text for the peer: that of an error which a handler threw for
 * its peer to read, else one with the id only. A request that was given up is not logged.
 */
export function reportInternal(services: ServerServices, thrown: unknown, { what, exchange }: FailureContext): string {
  const { logger, runtime } = services
  const error = withoutMark(thrown)
  const id = randomId(runtime, 4)
  const internal = `internal error ${id}`
  if (isAbort(error, exchange.signal)) return internal
  logger.error(`${what} failed`, { error, id })
  if (!(thrown instanceof ThrownByHandler)) return internal
  try {
    return errorTextOf(error, services.errors) ?? internal
  } catch (problem) {
    logger.error('errors: the text of an error could not be made', { error: problem, id })
    return internal
  }
}

/** True if `error`, or its cause, is the reason that `signal` aborted with. */
function isAbort(error: unknown, { aborted, reason }: AbortSignal): boolean {
  return aborted && (error === reason || (error instanceof Error && error.cause === reason))
}
