import type { Exchange } from '../../../protocol/exchange/exchange.js'

/**
 * True if the tasks that a caller could list are its own: not over HTTP without authentication, where all callers are
 * the same. spec: 2025-11-25 basic/utilities/tasks#task-isolation-and-access-control
 */
export function canListTasks({ principal, headers }: Pick<Exchange, 'principal' | 'headers'>): boolean {
  return principal !== undefined || headers === undefined
}
