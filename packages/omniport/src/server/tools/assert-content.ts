import { checkContent, checkItems } from '../../protocol/content/check-content.js'
import type { CallToolResult } from '../../protocol/model/results.js'

/** Returns the result of a tool. @throws TypeError naming the tool, the block and its member. */
export function assertContent(result: CallToolResult, toolName: string): CallToolResult {
  const isMark = result.isError === undefined || typeof result.isError === 'boolean'
  const problem = isMark ? checkBlocks(result) : 'isError must be a boolean'
  if (problem !== undefined) throw new TypeError(`tool "${toolName}": ${problem}`)
  return result
}

function checkBlocks({ content, isError }: CallToolResult): string | undefined {
  if (Array.isArray(content) || isError === undefined) return checkItems(content, 'content', checkContent)
  return 'content must be an array beside isError; to report a failure, throw an Error, or return its text in content'
}
