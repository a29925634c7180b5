import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import { checkContent } from '../../protocol/content/check-content.js'
import type { Content } from '../../protocol/model/content.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import type { CheckResult } from '../../schema/engine.js'
import { formatIssues } from '../../schema/format-issues.js'
import type { Issue } from '../../schema/issue.js'
import { isObject } from '../../values/json/is-object.js'
import { isFullResult } from './result.js'
import type { ToolEntry } from './tool-entry.js'

/**
 * Converts the value that a tool returned to a result: a structured value also becomes JSON as text, so that clients of
 * every revision can read it. spec: server/tools#structured-content
 * @throws TypeError when the value does not fit the tool's `output`.
 */
export function toToolResult(returned: unknown, tool: ToolEntry): MaybePromise<CallToolResult> {
  if (isFullResult(returned)) return withCheckedStructure(returned, tool)
  if (tool.output !== undefined) return andThen(checkOutput(returned, tool), structured)
  if (returned === undefined || returned === null) return { content: [] }
  if (typeof returned === 'string') return textResult(returned)
  if (isContent(returned)) return { content: [returned] }
  if (areContent(returned)) return { content: returned }
  if (isToolResult(returned)) return returned
  return structured(returned)
}

export function textResult(text: string, isError?: true): CallToolResult {
  const content: Content[] = [{ type: 'text', text }]
  return isError === undefined ? { content } : { content, isError }
}

function withCheckedStructure(full: CallToolResult, tool: ToolEntry): MaybePromise<CallToolResult> {
  const { structuredContent, ...rest } = full
  if (tool.output === undefined || full.isError === true) return { ...full }
  if (structuredContent === undefined) throw new TypeError('the result has no structuredContent, which output promises')
  return andThen(checkOutput(structuredContent, tool), (checked) => ({ ...rest, structuredContent: checked }))
}

function checkOutput(value: unknown, { output }: ToolEntry): MaybePromise<unknown> {
  return output === undefined ? undefined : andThen(output.check(value), checkedValue)
}

function checkedValue(checked: CheckResult): unknown {
  if (checked.issues !== undefined) throw new TypeError(describe(checked.issues))
  return checked.value
}

function describe(issues: readonly Issue[]): string {
  return `the returned value does not fit output: ${formatIssues(issues)}`
}

function structured(value: unknown): CallToolResult {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`a tool cannot return a ${typeof value}`)
  const structuredContent: unknown = isObject(value) && 'toJSON' in value ? JSON.parse(text) : value
  return { content: [{ type: 'text', text }], structuredContent }
}

/** Tells a result in wire shape from data of the author that has `content` too. */
function isToolResult(value: unknown): value is CallToolResult {
  if (!isObject(value)) return false
  const { content, isError, _meta } = value
  if (isError !== undefined && typeof isError !== 'boolean') return false
  if (_meta !== undefined && !isObject(_meta)) return false
  return areContent(content)
}

/** An array with holes does not count. */
function areContent(value: unknown): value is Content[] {
  return Array.isArray(value) && !value.includes(undefined) && value.every(isContent)
}

/** Tells a block of content from data of the author by its type and the members that the type requires. */
function isContent(value: unknown): value is Content {
  return isObject(value) && checkContent(value) === undefined
}
