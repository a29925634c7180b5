/**
 * Says that clients may (`optional`), must (`required`) or must not (`forbidden`, the default) call a tool as a task.
 *
 * spec: 2025-11-25 basic/utilities/tasks#tool-level-negotiation
 */
export type TaskSupport = 'forbidden' | 'optional' | 'required'
