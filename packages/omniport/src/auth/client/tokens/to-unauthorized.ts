import { OmniportError } from '../../../jsonrpc/omniport-error.js'
import type { AuthServices } from '../auth-home.js'
import { transientErrorCode } from '../passing-code.js'

/** What an error is about. */
export interface FailureContext {
  readonly services: Pick<AuthServices, 'serverUrl'>
  /** Of the work that failed. */
  readonly signal: AbortSignal
  readonly status?: number | undefined
}

/**
 * The one error for credentials that cannot be had: `unauthorized`, but `unreachable` or `timeout` where that may be over in a
 * moment. What was aborted stays what it is.
 */
export function toUnauthorized(reason: unknown, { services, signal, status }: FailureContext): unknown {
  if (signal.aborted) return signal.reason
  const { origin, pathname } = services.serverUrl
  const explanation =
    OmniportError.is(reason) || isMisuse(reason) ? reason.message : `something failed on this side${codeOf(reason)}`
  const message = `No access to ${origin}${pathname}: ${explanation}`
  const transientCode = transientErrorCode(reason)
  if (transientCode !== undefined) return new OmniportError(transientCode, message, { cause: reason })
  return new OmniportError('unauthorized', message, { cause: reason, status })
}

/** Messages of others may hold what they failed on. */
function isMisuse(reason: unknown): reason is TypeError {
  return reason instanceof TypeError && reason.message.startsWith('auth.')
}

/** As of a disk that is full. */
function codeOf(reason: unknown): string {
  const { code } = (reason ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? ` (${code})` : ''
}
