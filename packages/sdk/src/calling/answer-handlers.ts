import { type AnySchema, type SchemaOutput, safeParse } from '../server/zod-compat.js'
import {
  type ClientCapabilities,
  CreateMessageRequestSchema,
  CreateMessageResultSchema,
  CreateMessageResultWithToolsSchema,
  CreateTaskResultSchema,
  ElicitRequestSchema,
  ElicitResultSchema,
  ErrorCode,
  McpError,
} from '../types.js'
import { applyDefaults, getSupportedElicitationModes } from './elicitation.js'

// biome-ignore lint/suspicious/noExplicitAny: the types of requests, contexts and results are those of the handler that is wrapped
type Handler = (request: any, extra: any) => any

/** Wraps the handler of `elicitation/create`: checks the request, the modes that were declared, and the result. */
export function checkedElicitation(handler: Handler, capabilities: () => ClientCapabilities): Handler {
  return async (request, extra) => {
    const { params } = parse(ElicitRequestSchema, request, 'elicitation request')
    const { elicitation } = capabilities()
    const { supportsFormMode, supportsUrlMode } = getSupportedElicitationModes(elicitation)
    if (params.mode === 'url') {
      if (!supportsUrlMode) throw invalid('Client does not support URL-mode elicitation requests')
    } else {
      params.mode = 'form'
      if (!supportsFormMode) throw invalid('Client does not support form-mode elicitation requests')
    }
    const given: unknown = await handler(request, extra)
    if (params.task) return parse(CreateTaskResultSchema, given, 'task creation result')
    const result = parse(ElicitResultSchema, given, 'elicitation result')
    const isFilledIn = params.mode === 'form' && result.action === 'accept' && result.content
    if (isFilledIn && elicitation?.form?.applyDefaults) applyDefaults(params.requestedSchema, result.content)
    return result
  }
}

/** Wraps the handler of `sampling/createMessage`: checks the request and the result. */
export function checkedSampling(handler: Handler): Handler {
  return async (request, extra) => {
    const { params } = parse(CreateMessageRequestSchema, request, 'sampling request')
    const result: unknown = await handler(request, extra)
    if (params.task) return parse(CreateTaskResultSchema, result, 'task creation result')
    const hasTools = params.tools || params.toolChoice
    return parse<AnySchema>(
      hasTools ? CreateMessageResultWithToolsSchema : CreateMessageResultSchema,
      result,
      'sampling result',
    )
  }
}

function parse<T extends AnySchema>(schema: T, value: unknown, what: string): SchemaOutput<T> {
  const parsed = safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw invalid(`Invalid ${what}: ${messageOf(parsed.error)}`)
}

function invalid(message: string): McpError {
  return new McpError(ErrorCode.InvalidParams, message)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
