import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import { randomId } from '../../async/runtime/random-id.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { ServerServices } from '../server-services.js'
import { ThrownByHandler, withoutMark } from './thrown-by-handler.js'

/** A failure: a name for what failed, and the request that it failed in. */
export interface FailureContext {
  readonly what: string
  readonly exchange: Exchange
}

/** Gives an RpcError as it is. Logs everything else in full, and gives an internal error with the id of that. */
export function toReportedError(services: ServerServices, thrown: unknown, context: FailureContext): RpcError {
  const reason = withoutMark(thrown)
  return RpcError.is(reason) ? reason : RpcError.internal(report(services, reason, context).text)
}

/** Does the same for what a handler threw: the internal error has its text, if that is for the peer. @throws the error */
export function throwReported(services: ServerServices, thrown: unknown, context: FailureContext): MaybePromise<never> {
  const reason = withoutMark(thrown)
  if (RpcError.is(reason)) throw reason
  return andThen(reportThrown(services, thrown, context), throwInternal)
}

function throwInternal(text: string): never {
  throw RpcError.internal(text)
}

/**
 * Logs what a handler threw in full under a new id, and returns a text for the peer: that of an error which was thrown for its
 * peer to read, else one with the id only. A request that was given up is not logged.
 */
export function reportThrown(services: ServerServices, thrown: unknown, context: FailureContext): MaybePromise<string> {
  const { text, id } = report(services, withoutMark(thrown), context)
  if (id === undefined || !(thrown instanceof ThrownByHandler)) return text
  return andThen(services.loadErrorText(), ({ errorTextOf }) => {
    try {
      return errorTextOf(thrown.reason, services.errors) ?? text
    } catch (problem) {
      services.logger.error('errors: the text of an error could not be made', { error: problem, id })
      return text
    }
  })
}

interface Report {
  readonly text: string
  /** Undefined if nothing was logged. */
  readonly id: string | undefined
}

function report({ logger, runtime }: ServerServices, error: unknown, { what, exchange }: FailureContext): Report {
  const id = randomId(runtime, 4)
  const text = `internal error ${id}`
  if (isAbort(error, exchange.signal)) return { text, id: undefined }
  logger.error(`${what} failed`, { error, id })
  return { text, id }
}

/** True if `error`, or its cause, is the reason that `signal` aborted with. */
function isAbort(error: unknown, { aborted, reason }: AbortSignal): boolean {
  return aborted && (error === reason || (error instanceof Error && error.cause === reason))
}
