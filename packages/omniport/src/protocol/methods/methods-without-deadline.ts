/**
 * The requests that wait for something else than their handler, for as long as that takes: no deadline is theirs.
 *
 * spec: basic/patterns/subscriptions, 2025-11-25 basic/utilities/tasks#result-retrieval
 */
export const methodsWithoutDeadline: ReadonlySet<string> = new Set(['subscriptions/listen', 'tasks/result'])
