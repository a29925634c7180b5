import { checkContent, checkItems } from '../../protocol/content/check-content.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import { isObject } from '../../values/json/is-object.js'

/** Returns the result of a tool. @throws TypeError naming the tool, the block and its member. */
export function assertContent(result: CallToolResult, toolName: string): CallToolResult {
  const { isError, _meta } = result
  const isMark = isError === undefined || typeof isError === 'boolean'
  const problem = !isMark
    ? 'isError must be a boolean'
    : _meta !== undefined && !isObject(_meta)
      ? '_meta must be an object'
      : checkBlocks(result)
  if (problem !== undefined) throw new TypeError(`tool "${toolName}": ${problem}`)
  return result
}

function checkBlocks({ content, isError }: CallToolResult): string | undefined {
  if (Array.isArray(content) || isError === undefined) return checkItems(content, 'content', checkContent)
  return 'content must be an array beside isError; to report a failure, throw an Error, or return its text in content'
}
