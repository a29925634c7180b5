import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Progress } from '../../protocol/exchange/exchange.js'

/**
 * Creates a listener for the progress of one request. It ignores progress that does not rise, is not finite or is malformed,
 * and reports errors that `onProgress` throws. spec: basic/patterns/progress#progress-flow
 */
export function progressListener(
  onProgress: (progress: Progress) => void,
  report: (reason: unknown) => void,
): (notification: RpcNotification) => void {
  let last = Number.NEGATIVE_INFINITY
  return ({ method, params = {} }) => {
    const { progress, total, message } = params
    if (method !== 'notifications/progress' || !isFiniteNumber(progress) || progress <= last) return
    last = progress
    try {
      onProgress({
        done: progress,
        ...(isFiniteNumber(total) && { total }),
        ...(typeof message === 'string' && { message }),
      })
    } catch (reason) {
      report(reason)
    }
  }
}

/** JSON cannot say `Infinity`, but 1e999 is read as that. */
function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
