import { OmniportError } from '../../jsonrpc/omniport-error.js'
import { RequestLost } from '../request-lost.js'

/** Whether the server may answer the next time: it was not reached, or is busy. */
export function isRetryable(reason: unknown): boolean {
  if (reason instanceof RequestLost) return true
  if (!OmniportError.is(reason) || reason.code !== 'unreachable') return false
  return reason.status === undefined || reason.status > 501 || retryableStatuses.has(reason.status)
}

const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429])
