/**
 * The requests without a deadline: they wait for events, not for their handler.
 *
 * spec: basic/patterns/subscriptions, 2025-11-25 basic/utilities/tasks#result-retrieval
 */
export const methodsWithoutDeadline: ReadonlySet<string> = new Set(['subscriptions/listen', 'tasks/result'])
