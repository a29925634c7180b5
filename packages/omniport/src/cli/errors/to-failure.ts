import { CommanderError } from 'commander'
import { OmniportError, RpcError } from '../../entries/index.js'
import { Interrupted } from '../process/interrupted.js'
import { CliError } from './cli-error.js'
import { exitCodes, type FailureCode } from './exit-codes.js'

/** How a run failed: what it exits with, and the one line on stderr that says why. */
export interface Failure {
  readonly exitCode: number
  readonly error: {
    readonly code: FailureCode | 'interrupted'
    readonly message: string
    /** What the server answered, where it answered an error. */
    readonly rpcCode?: number | undefined
    /** The HTTP status, where that is why. */
    readonly status?: number | undefined
  }
}

/** The one conversion from anything thrown. */
export function toFailure(reason: unknown): Failure {
  if (reason instanceof Interrupted) {
    return { exitCode: reason.exitCode, error: { code: 'interrupted', message: reason.message } }
  }
  if (reason instanceof CliError) return failure(reason.code, reason.message)
  if (reason instanceof CommanderError) return failure('usage', reason.message.replace(/^error: /, ''))
  if (OmniportError.is(reason)) return failureOf(reason)
  if (RpcError.is(reason)) return failure('protocol', reason.message, reason.code)
  return failure('internal', reason instanceof Error ? reason.message : String(reason))
}

/** A server that wants to know who asks is not unreachable. */
function failureOf({ code, message, status }: OmniportError): Failure {
  const isRefused = code === 'unauthorized' || status === 401 || status === 403
  const { exitCode, error } = failure(isRefused ? 'auth' : code, message)
  return { exitCode, error: { ...error, status } }
}

function failure(code: FailureCode, message: string, rpcCode?: number): Failure {
  return { exitCode: exitCodes[code], error: { code, message, rpcCode } }
}
