import type { Limits } from '../limits/limits.js'

/**
 * Returns the time that serving a request may take. Undefined means no limit: `handlerMs` is not set, or the method waits
 * for events and not for its handler.
 *
 * spec: basic/patterns/subscriptions, 2025-11-25 basic/utilities/tasks#result-retrieval
 */
export function handlerDeadlineMs(method: string, { handlerMs }: Pick<Limits, 'handlerMs'>): number | undefined {
  return waitingMethods.has(method) ? undefined : handlerMs
}

const waitingMethods: ReadonlySet<string> = new Set(['subscriptions/listen', 'tasks/result'])
