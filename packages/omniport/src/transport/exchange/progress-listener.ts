import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Progress } from '../../protocol/exchange/exchange.js'

/**
 * Creates a listener for the progress of one request. It ignores progress that does not rise or is malformed, and reports
 * errors that `onProgress` throws. spec: basic/patterns/progress#progress-flow
 */
export function progressListener(
  onProgress: (progress: Progress) => void,
  report: (reason: unknown) => void,
): (notification: RpcNotification) => void {
  let last = Number.NEGATIVE_INFINITY
  return ({ method, params = {} }) => {
    const { progress, total, message } = params
    if (method !== 'notifications/progress' || typeof progress !== 'number' || !(progress > last)) return
    last = progress
    try {
      onProgress({
        progress,
        ...(typeof total === 'number' && { total }),
        ...(typeof message === 'string' && { message }),
      })
    } catch (reason) {
      report(reason)
    }
  }
}
