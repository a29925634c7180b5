import { ErrorCode, McpError } from '../types.js'
import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from '../validation/types.js'

/** The error of a result that does not match the output schema of its tool. */
export function findOutputError(
  toolName: string,
  result: Readonly<Record<string, unknown>>,
  validate: JsonSchemaValidator<unknown>,
): McpError | undefined {
  const { structuredContent, isError } = result
  if (!structuredContent) {
    if (isError) return undefined
    const problem = `Tool ${toolName} has an output schema but did not return structured content`
    return new McpError(ErrorCode.InvalidRequest, problem)
  }
  try {
    const { valid, errorMessage } = validate(structuredContent)
    if (valid) return undefined
    const problem = `Structured content does not match the tool's output schema: ${errorMessage}`
    return new McpError(ErrorCode.InvalidParams, problem)
  } catch (error) {
    if (error instanceof McpError) return error
    const problem = error instanceof Error ? error.message : String(error)
    return new McpError(ErrorCode.InvalidParams, `Failed to validate structured content: ${problem}`)
  }
}

/** A validator that is built when the first result is checked: a schema that cannot be used is the error of its own tool's calls. */
export function lazyValidator(engine: jsonSchemaValidator, schema: JsonSchemaType): JsonSchemaValidator<unknown> {
  let validate: JsonSchemaValidator<unknown> | undefined
  return (value) => {
    validate ??= engine.getValidator(schema)
    return validate(value)
  }
}
