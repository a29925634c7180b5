import { CommanderError } from 'commander'
import { OmniportError, RpcError } from '../../entries/index.js'
import { Interrupted } from '../process/interrupted.js'
import { CliError } from './cli-error.js'
import { exitCodes, type FailureCode } from './exit-codes.js'

/** The exit code and error line of a failed run. */
export interface Failure {
  readonly exitCode: number
  readonly error: {
    readonly code: FailureCode | 'interrupted'
    readonly message: string
    /** The code of the server's JSON-RPC error. */
    readonly rpcCode?: number | undefined
    readonly status?: number | undefined
  }
}

/** Converts anything thrown. */
export function toFailure(reason: unknown): Failure {
  if (reason instanceof Interrupted) {
    return { exitCode: reason.exitCode, error: { code: 'interrupted', message: reason.message } }
  }
  if (reason instanceof CliError) return failure(reason.code, reason.message)
  if (reason instanceof CommanderError) return failure('usage', lineOf(reason))
  if (OmniportError.is(reason)) return failureOf(reason)
  if (RpcError.is(reason)) return failure('protocol', reason.message, reason.code)
  return failure('internal', reason instanceof Error ? reason.message : String(reason))
}

function lineOf({ message }: CommanderError): string {
  return message.replace(/^error: /, '').replace(/^option '(.+)' argument missing$/, '$1: the value is missing')
}

/** A server that requires authorization is not unreachable. */
function failureOf({ code, message, status }: OmniportError): Failure {
  const isRefused = code === 'unauthorized' || status === 401 || status === 403
  const { exitCode, error } = failure(isRefused ? 'auth' : code, message)
  return { exitCode, error: { ...error, status } }
}

function failure(code: FailureCode, message: string, rpcCode?: number): Failure {
  return { exitCode: exitCodes[code], error: { code, message, rpcCode } }
}
