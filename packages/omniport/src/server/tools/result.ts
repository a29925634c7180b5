import type { CallToolResult } from '../../protocol/model/results.js'

const brand = Symbol.for('omniport.result')

/** A value that is the whole result of a tool, not its structured content. Made by `result()`. */
export interface FullResult {
  readonly [brand]: true
}

/**
 * Sets every member of a tool's result, in tools with and without `output`: your own content beside the structured
 * value, `isError`, `_meta`. A copy made by spreading is a full result too. The mark is not sent.
 *
 * @throws TypeError when `content` is not an array.
 *
 * spec: server/tools#tool-result
 */
export function result(full: CallToolResult): FullResult {
  if (!Array.isArray(full?.content)) throw new TypeError('result: content must be an array of content blocks')
  return { ...full, [brand]: true } as FullResult
}

/** True if `result()` created the value. */
export function isFullResult(value: unknown): value is FullResult & CallToolResult {
  return typeof value === 'object' && value !== null && (value as { [brand]?: unknown })[brand] === true
}
