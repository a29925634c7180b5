import type { Exchange } from '../../../protocol/exchange/exchange.js'
import { isAnonymous } from '../../../protocol/exchange/principal-key.js'

/**
 * True if the tasks that a caller could list are its own: not without authentication over HTTP or a stream, where all callers
 * are the same. spec: 2025-11-25 basic/utilities/tasks#task-isolation-and-access-control
 */
export function canListTasks(exchange: Pick<Exchange, 'principal' | 'headers' | 'sender'>): boolean {
  return !isAnonymous(exchange)
}
