import type { Client } from '../../client/client.js'
import type { ToolResult } from '../../client/tools/tool-result.js'
import type { Host } from '../../host/host.js'
import { type ImageType, type ModelPart, textOfParts, toModelParts } from '../model-parts.js'
import type { ModelSchema } from '../model-schema.js'
import { listModelTools, type ModelToolsOptions } from '../model-tools.js'
import { type ModelCall, type RunOptions, runCalls } from '../run-calls.js'

/** Tools for `anthropic.messages.create`, and what runs the calls of its message. */
export interface AnthropicTools {
  readonly tools: AnthropicTool[]
  /**
   * Runs the `tool_use` blocks of a message, all at the same time, and returns a `tool_result` for each, in their order: the
   * content of the next message of the user. A call that fails, is denied or names no tool of `tools` is a result with
   * `is_error`. Rejects with the reason of an aborted `signal`.
   */
  run(content: Iterable<{ readonly type: string }>, options?: RunOptions): Promise<AnthropicToolResult[]>
}

/** A tool of the Messages API. */
export interface AnthropicTool {
  name: string
  description: string
  input_schema: ModelSchema
}

/** The result of a call in the Messages API. */
export interface AnthropicToolResult {
  type: 'tool_result'
  tool_use_id: string
  content: AnthropicContent[]
  is_error?: true
}

/** Content of a result in the Messages API. */
export type AnthropicContent =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: ImageType; data: string } }
  | { type: 'document'; title: string; source: { type: 'base64'; media_type: 'application/pdf'; data: string } }

/**
 * Returns the tools of a host or of a client for Anthropic's Messages API. Every call goes through `host.callTool`, so that the
 * host's policy and the person decide about it. Images and PDF documents reach the model as such.
 *
 * ```ts
 * const mcp = await toAnthropicTools(host)
 * const { content } = await anthropic.messages.create({ model, max_tokens, messages, tools: mcp.tools })
 * messages.push({ role: 'assistant', content }, { role: 'user', content: await mcp.run(content) })
 * ```
 *
 * The tools are those that are there now. Rejects as `host.tools` and `client.listTools` do.
 */
export async function toAnthropicTools(source: Host | Client, options?: ModelToolsOptions): Promise<AnthropicTools> {
  const tools = await listModelTools(source, options)
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
    run: (content, runOptions = {}) =>
      runCalls(tools, { ...runOptions, calls: [...content].filter(isToolUse).map(toCall) }, toResult),
  }
}

interface ToolUse {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
}

function isToolUse(block: { readonly type: string }): block is ToolUse {
  return block.type === 'tool_use'
}

function toCall({ id, name, input }: ToolUse): ModelCall {
  return { id, name, args: input }
}

/** The API takes errors as text only. */
function toResult({ id }: ModelCall, result: ToolResult<unknown>): AnthropicToolResult {
  const parts = toModelParts(result)
  const content = result.isError ? [{ type: 'text' as const, text: textOfParts(parts) }] : parts.map(toContent)
  return { type: 'tool_result', tool_use_id: id, content, ...(result.isError && { is_error: true }) }
}

function toContent(part: ModelPart): AnthropicContent {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: part.mimeType, data: part.data } }
    case 'pdf':
      return {
        type: 'document',
        title: part.name,
        source: { type: 'base64', media_type: 'application/pdf', data: part.data },
      }
  }
}
