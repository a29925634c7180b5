import { isRecord } from '../protocol/message-kind.js'
import { parseCall } from '../protocol/parse-call.js'
import { type AnySchema, safeParse } from '../server/zod-compat.js'
import { CallToolRequestSchema, CallToolResultSchema, CreateTaskResultSchema, ErrorCode, McpError } from '../types.js'

interface ToolCall {
  readonly method: string
  readonly params: { readonly task?: unknown }
}

/** Wraps a handler of `tools/call`, so that its request and its result are checked. `isParsed`: the request is checked already. */
export function checkToolCalls<Q, X, R>(
  handler: (request: Q, extra: X) => R | Promise<R>,
  isParsed: boolean,
): (request: Q, extra: X) => Promise<R> {
  return async (request, extra) => {
    const { params } = isParsed ? (request as ToolCall) : checkRequest(request)
    const result = await handler(request, extra)
    if (params.task) return parseResult(CreateTaskResultSchema, result, 'Invalid task creation result')
    return isPlainResult(result) ? result : parseResult(CallToolResultSchema, result, 'Invalid tools/call result')
  }
}

function checkRequest(request: unknown): ToolCall {
  try {
    return parseCall(CallToolRequestSchema, request as ToolCall) as ToolCall
  } catch (error) {
    throw new McpError(ErrorCode.InvalidParams, `Invalid tools/call request: ${textOf(error)}`)
  }
}

function parseResult<R>(schema: AnySchema, result: R, what: string): R {
  const parsed = safeParse(schema, result)
  if (parsed.success) return parsed.data as R
  throw new McpError(ErrorCode.InvalidParams, `${what}: ${textOf(parsed.error)}`)
}

/** True for results of text alone, which the schema would give back as they are. All others are left to it. */
function isPlainResult(result: unknown): boolean {
  if (!isRecord(result) || !Array.isArray(result['content'])) return false
  const { content, structuredContent, isError, _meta } = result
  if (_meta !== undefined || (isError !== undefined && typeof isError !== 'boolean')) return false
  if (structuredContent !== undefined && !isPlainRecord(structuredContent)) return false
  return content.every(isPlainText)
}

function isPlainText(block: unknown): boolean {
  if (!isRecord(block) || block['type'] !== 'text' || typeof block['text'] !== 'string') return false
  for (const name in block) if (name !== 'type' && name !== 'text') return false
  return true
}

function isPlainRecord(value: unknown): boolean {
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype && !Object.hasOwn(value, '__proto__')
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
