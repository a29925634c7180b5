/**
 * Whether a tool may (`optional`), must (`required`) or must not (`forbidden`, the default) be called as a task.
 *
 * spec: 2025-11-25 basic/utilities/tasks#tool-level-negotiation
 */
export type TaskSupport = 'forbidden' | 'optional' | 'required'
