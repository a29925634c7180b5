import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import { checkContent, checkItems, isContentType } from '../../protocol/content/check-content.js'
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
 * @throws TypeError when the value does not fit the tool's `output`, or is meant as content and is malformed.
 */
export function toToolResult(returned: unknown, tool: ToolEntry): MaybePromise<CallToolResult> {
  const result = convert(returned, tool)
  return tool.definition.app === undefined ? result : andThen(result, withText, tool)
}

/** A tool with a user interface has something to say to a model and to hosts without it. spec: SEP-1865#graceful-degradation */
function withText(result: CallToolResult, { name }: ToolEntry): CallToolResult {
  const { content, structuredContent } = result
  if (content.length > 0) return result
  const text = structuredContent === undefined ? `${name}: done` : JSON.stringify(structuredContent)
  return { ...result, content: [{ type: 'text', text }] }
}

function convert(returned: unknown, tool: ToolEntry): MaybePromise<CallToolResult> {
  if (isFullResult(returned)) return withCheckedStructure(assertContent(returned, tool), tool)
  if (tool.output !== undefined) return andThen(checkOutput(returned, tool), structured)
  if (returned === undefined || returned === null) return { content: [] }
  if (typeof returned === 'string') return textResult(returned)
  const result = toResult(returned)
  return result === undefined ? structured(returned) : assertContent(result, tool)
}

export function textResult(text: string, isError?: true): CallToolResult {
  const content: Content[] = [{ type: 'text', text }]
  return isError === undefined ? { content } : { content, isError }
}

function withCheckedStructure(full: CallToolResult, tool: ToolEntry): MaybePromise<CallToolResult> {
  if (tool.output === undefined || full.isError === true) return { ...full }
  const { structuredContent, ...rest } = full
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

/** A value that is meant as content, as a result; undefined for data of the author. */
function toResult(value: unknown): CallToolResult | undefined {
  if (Array.isArray(value)) return value.length === 0 || value.some(isBlock) ? { content: value } : undefined
  if (!isObject(value)) return undefined
  if (isBlock(value)) return { content: [value as object as Content] } // `assertContent` checks it
  if (isToolResult(value)) return value
  if (typeof value['isError'] !== 'boolean') return undefined
  return { ...value, content: value['content'] as Content[] } // `assertContent` checks it
}

/** Tells a result in wire shape from data of the author that has `content` too. */
function isToolResult(value: Members): value is Members & CallToolResult {
  const { content, isError, _meta } = value
  if (!Array.isArray(content)) return false
  if (isError !== undefined && typeof isError !== 'boolean') return false
  if (_meta !== undefined && !isObject(_meta)) return false
  if (content.length === 0 || content.some(isBlock)) return true
  return content.some(hasType) && Object.keys(value).every((key) => resultMembers.has(key))
}

const resultMembers: ReadonlySet<string> = new Set(['content', 'structuredContent', 'isError', '_meta'])

function hasType(value: unknown): boolean {
  return isObject(value) && typeof value['type'] === 'string'
}

/** Tells a block of content from data of the author, which may have a type too, by the member that the type is about. */
function isBlock(value: unknown): boolean {
  if (!isObject(value) || !isContentType(value['type'])) return false
  const main = value[mainMembers[value['type']]]
  return value['type'] === 'text' ? typeof main === 'string' : main !== undefined
}

const mainMembers = {
  text: 'text',
  image: 'data',
  audio: 'data',
  resource_link: 'uri',
  resource: 'resource',
} as const satisfies Record<Content['type'], string>

/** @throws TypeError naming the tool, the block and its member. */
function assertContent(result: CallToolResult, { name }: ToolEntry): CallToolResult {
  const isMark = result.isError === undefined || typeof result.isError === 'boolean'
  const problem = isMark ? checkBlocks(result) : 'isError must be a boolean'
  if (problem !== undefined) throw new TypeError(`tool "${name}": ${problem}`)
  return result
}

function checkBlocks({ content, isError }: CallToolResult): string | undefined {
  if (Array.isArray(content) || isError === undefined) return checkItems(content, 'content', checkContent)
  return 'content must be an array beside isError; to report a failure, throw an Error, or return its text in content'
}

type Members = Readonly<Record<string, unknown>>
