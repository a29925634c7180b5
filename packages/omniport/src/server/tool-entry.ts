import type { Tool } from '../protocol/model/tool.js'
import { findParamHeaders, type ParamHeader } from '../protocol/param-headers.js'
import type { AnySchema } from '../schema/schema.js'
import { createValidator, type Validator } from '../schema/validator.js'
import { type AnyTool, type ToolOptions, tool } from './definitions/tool.js'
import { Entry } from './entry.js'
import type { Home } from './home.js'

/** A tool as its definition says it, with its validators. */
export class ToolEntry extends Entry<'tools', AnyTool> {
  readonly input: Validator | undefined
  readonly output: Validator | undefined
  /** The arguments that HTTP requests of 2026-07-28 repeat in headers. */
  readonly paramHeaders: readonly ParamHeader[]

  constructor(name: string, definition: AnyTool, home: Home) {
    const { input, output } = definition as { readonly input?: AnySchema; readonly output?: AnySchema }
    const inputValidator = validatorOf(input, 'input', name, home)
    const outputValidator = validatorOf(output, 'output', name, home)
    super('tools', name, definition, home, listTool(name, definition, inputValidator, outputValidator))
    this.paramHeaders = headersOf(name, inputValidator)
    this.input = inputValidator
    this.output = outputValidator
  }
}

/**
 * An entry for a definition. A name that not every client can use is served all the same, with a warning.
 *
 * spec: server/tools#tool-names
 *
 * @throws TypeError naming the tool and what is wrong with its schemas.
 */
export function createToolEntry(name: string, definition: AnyTool, home: Home): ToolEntry {
  if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name)) {
    home.logger.warn(`tool ${JSON.stringify(name)}: a name should be 1 to 128 of A-Z a-z 0-9 _ - .`)
  }
  return new ToolEntry(name, tool(definition as ToolOptions<AnySchema, undefined, unknown>), home) // of any App, checked here
}

/** Any arguments: what a tool without `input` is listed with. spec: server/tools#tool */
const anyArguments = Object.freeze({ type: 'object' as const })

function headersOf(name: string, input: Validator | undefined): readonly ParamHeader[] {
  if (input === undefined) return []
  try {
    return findParamHeaders(input.document)
  } catch (reason) {
    const text = reason instanceof Error ? reason.message : String(reason)
    throw new TypeError(`tool "${name}": input: ${text}`, { cause: reason })
  }
}

function validatorOf(
  schema: AnySchema | undefined,
  side: 'input' | 'output',
  name: string,
  { limits }: Home,
): Validator | undefined {
  if (schema === undefined) return undefined
  try {
    return createValidator(schema, side, limits)
  } catch (reason) {
    const text = reason instanceof Error ? reason.message : String(reason)
    throw new TypeError(`tool "${name}": ${side}: ${text}`, { cause: reason })
  }
}

function listTool(
  name: string,
  definition: AnyTool,
  input: Validator | undefined,
  output: Validator | undefined,
): Tool {
  const { title, description, annotations, icons, task, _meta } = definition
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema: (input?.document as Tool['inputSchema'] | undefined) ?? anyArguments, // its root is an object, the schema layer saw to that
    ...(output !== undefined && { outputSchema: output.document }),
    ...(annotations !== undefined && { annotations }),
    ...(icons !== undefined && { icons }),
    ...(task !== undefined && { execution: { taskSupport: task } }),
    ...(_meta !== undefined && { _meta }),
  }
}
