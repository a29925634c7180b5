import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
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
  if (isFullResult(returned)) return andThen(assertContent(returned, tool), withCheckedStructure, tool)
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
  return output === undefined ? undefined : andThen(output.check(value), checkedValue, value)
}

function checkedValue(checked: CheckResult, value: unknown): unknown {
  if (checked.issues !== undefined) throw new TypeError(describe(checked.issues, value))
  return checked.value
}

function describe(issues: readonly Issue[], value: unknown): string {
  const advice = isObject(value) && isToolResult(value) ? '; give a whole result to result()' : ''
  return `the returned value does not fit output: ${formatIssues(issues)}${advice}`
}

function structured(value: unknown): CallToolResult {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`a tool cannot return a ${typeof value}`)
  if (value instanceof Error && !('toJSON' in value)) throw new TypeError('a tool cannot return an Error; throw it')
  if (value instanceof Map || value instanceof Set)
    throw new TypeError('a tool cannot return a Map or a Set; make an object or a list of it')
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
  if (!isObject(value)) return false
  const { type } = value
  if (!isContentType(type)) return false
  const main = value[mainMembers[type]]
  return type === 'text' ? typeof main === 'string' : main !== undefined
}

const mainMembers = {
  text: 'text',
  image: 'data',
  audio: 'data',
  resource_link: 'uri',
  resource: 'resource',
} as const satisfies Record<Content['type'], string>

function isContentType(type: unknown): type is Content['type'] {
  return typeof type === 'string' && Object.hasOwn(mainMembers, type)
}

/** Text passes at once; other content is checked by code that is loaded then. @throws TypeError naming the block and member. */
function assertContent(result: CallToolResult, { name, services }: ToolEntry): MaybePromise<CallToolResult> {
  const { content, isError, _meta } = result
  const isMark = (isError === undefined || typeof isError === 'boolean') && (_meta === undefined || isObject(_meta))
  // Not `some`, which would not look at holes.
  if (isMark && Array.isArray(content) && content.findIndex(isNoText) === -1) return result
  return andThen(services.loadContentCheck(), (checks) => checks.assertContent(result, name))
}

function isNoText(block: unknown): boolean {
  return !isObject(block) || block['type'] !== 'text' || typeof block['text'] !== 'string'
}

type Members = Readonly<Record<string, unknown>>
