import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Progress } from '../../protocol/exchange/exchange.js'

/**
 * Hears the progress of one request: what does not rise is dropped, and so is what is malformed. What `onProgress` throws
 * is reported.
 *
 * spec: basic/patterns/progress#progress-flow
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
        done: progress,
        ...(typeof total === 'number' && { total }),
        ...(typeof message === 'string' && { message }),
      })
    } catch (reason) {
      report(reason)
    }
  }
}
