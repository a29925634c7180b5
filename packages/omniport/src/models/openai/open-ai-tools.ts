import type { Client } from '../../client/client.js'
import type { ToolResult } from '../../client/tools/tool-result.js'
import type { Host } from '../../host/host.js'
import { type ModelPart, textOfParts, toModelParts } from '../model-parts.js'
import type { ModelSchema } from '../model-schema.js'
import { listModelTools, type ModelToolsOptions } from '../model-tools.js'
import { type ModelCall, type RunOptions, runCalls } from '../run-calls.js'

/** Tools for `openai.responses.create`, and what runs the calls of its output. */
export interface OpenAiTools {
  readonly tools: OpenAiTool[]
  /**
   * Runs the function calls among the items of a response, all at the same time, and returns an output for each, in their
   * order: the next input. A call that fails, is denied or names no tool of `tools` has an output that says so. Rejects with
   * the reason of an aborted `signal`.
   */
  run(output: Iterable<{ readonly type: string }>, options?: RunOptions): Promise<OpenAiCallOutput[]>
}

/** A function tool of the Responses API. */
export interface OpenAiTool {
  type: 'function'
  name: string
  description: string
  parameters: ModelSchema
  strict: false
}

/** The result of a call in the Responses API. */
export interface OpenAiCallOutput {
  type: 'function_call_output'
  call_id: string
  output: OpenAiContent[]
}

/** Content of the Responses API. */
export type OpenAiContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string }

/**
 * Returns the tools of a host or of a client for OpenAI's Responses API. Every call goes through `host.callTool`, so that the
 * host's policy and the person decide about it. Images and PDF documents reach the model as such.
 *
 * ```ts
 * const mcp = await toOpenAiTools(host)
 * const { id, output } = await openai.responses.create({ model, input, tools: mcp.tools })
 * await openai.responses.create({ model, previous_response_id: id, input: await mcp.run(output), tools: mcp.tools })
 * ```
 *
 * The tools are those that are there now. Rejects as `host.tools` and `client.listTools` do.
 */
export async function toOpenAiTools(source: Host | Client, options?: ModelToolsOptions): Promise<OpenAiTools> {
  const tools = await listModelTools(source, options)
  return {
    tools: tools.map(({ name, description, inputSchema }) => {
      return { type: 'function', name, description, parameters: inputSchema, strict: false }
    }),
    run: (output, runOptions = {}) =>
      runCalls(tools, { ...runOptions, calls: [...output].filter(isFunctionCall).map(toCall) }, toOutput),
  }
}

interface FunctionCall {
  readonly type: 'function_call'
  readonly call_id: string
  readonly name: string
  readonly arguments: string
}

function isFunctionCall(item: { readonly type: string }): item is FunctionCall {
  return item.type === 'function_call'
}

function toCall({ call_id, name, arguments: args }: FunctionCall): ModelCall {
  return { id: call_id, name, args }
}

function toOutput({ id }: ModelCall, result: ToolResult<unknown>): OpenAiCallOutput {
  const parts = toModelParts(result)
  const output = result.isError
    ? [toContent({ type: 'text', text: `Error: ${textOfParts(parts)}` })]
    : parts.map(toContent)
  return { type: 'function_call_output', call_id: id, output }
}

function toContent(part: ModelPart): OpenAiContent {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text }
    case 'image':
      return { type: 'input_image', image_url: `data:${part.mimeType};base64,${part.data}`, detail: 'auto' }
    case 'pdf':
      return { type: 'input_file', filename: part.name, file_data: `data:application/pdf;base64,${part.data}` }
  }
}
