import { parseValue } from '../definitions/parses-at-once.js'
import type { RegisteredPrompt, Registry } from '../definitions/registered.js'
import {
  type AnyObjectSchema,
  getObjectShape,
  getParseErrorMessage,
  getSchemaDescription,
  isSchemaOptional,
} from '../server/zod-compat.js'
import type { RequestHandlerExtra } from '../shared/protocol.js'
import {
  ErrorCode,
  type GetPromptRequest,
  type GetPromptResult,
  type ListPromptsResult,
  McpError,
  type PromptArgument,
  type ServerNotification,
  type ServerRequest,
} from '../types.js'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** Lists the enabled prompts. */
export function listPrompts(prompts: Registry<RegisteredPrompt>): ListPromptsResult {
  const listed = Object.entries(prompts)
    .filter(([, { enabled }]) => enabled)
    .map(([name, { title, description, argsSchema }]) => {
      return { name, title, description, arguments: argsSchema ? describeArguments(argsSchema) : undefined }
    })
  return { prompts: listed as ListPromptsResult['prompts'] }
}

function describeArguments(schema: AnyObjectSchema): PromptArgument[] {
  return Object.entries(getObjectShape(schema) ?? {}).map(([name, field]) => {
    const described = { name, description: getSchemaDescription(field), required: !isSchemaOptional(field) }
    return described as PromptArgument
  })
}

/** Makes the messages of a prompt, with checked arguments. */
export async function getPrompt(
  prompts: Registry<RegisteredPrompt>,
  { name, arguments: given }: GetPromptRequest['params'],
  extra: Extra,
): Promise<GetPromptResult> {
  const prompt = prompts[name]
  if (!prompt) throw new McpError(ErrorCode.InvalidParams, `Prompt ${name} not found`)
  if (!prompt.enabled) throw new McpError(ErrorCode.InvalidParams, `Prompt ${name} disabled`)
  // The types of the callbacks of all prompts differ; their schemas have checked what they get.
  const callback = prompt.callback as (...args: unknown[]) => GetPromptResult | Promise<GetPromptResult>
  if (!prompt.argsSchema) return callback(extra)
  const parsed = await parseValue(prompt.argsSchema, given ?? {})
  if (parsed.success) return callback(parsed.data, extra)
  const text = getParseErrorMessage(parsed.error)
  throw new McpError(ErrorCode.InvalidParams, `Invalid arguments for prompt ${name}: ${text}`)
}
