import type { SampleParams } from '../../../protocol/model/sampling.js'
import type { Tool } from '../../../protocol/model/tool.js'
import type { ChatMembers } from './to-chat-messages.js'
import { toChatMessages } from './to-chat-messages.js'
import type { ToolNames } from './tool-names.js'

export interface ChatRequestOptions {
  readonly model: string
  /** The provider's field for the maximum number of tokens. */
  readonly tokensField: string
  readonly names: ToolNames
}

/**
 * Creates the body of a `chat/completions` request. `metadata` is left out, because only the provider defines its meaning, not
 * a server.
 *
 * @throws OmniportError `unsupported` as `toChatMessages`.
 */
export function toChatRequest(params: SampleParams, { model, tokensField, names }: ChatRequestOptions): ChatMembers {
  const { systemPrompt, messages, maxTokens, temperature, tools = [], toolChoice } = params
  const stop = params.stopSequences?.filter((text) => text !== '') ?? []
  const system = systemPrompt === undefined ? [] : [{ role: 'system', content: systemPrompt }]
  return {
    model,
    messages: [...system, ...messages.flatMap((message) => toChatMessages(message, names))],
    stream: true,
    [tokensField]: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(stop.length > 0 && { stop }),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => toFunction(tool, names)),
      tool_choice: toolChoice?.mode ?? 'auto',
    }),
  }
}

function toFunction({ name, description, inputSchema }: Tool, names: ToolNames): ChatMembers {
  const described = { name: names.toSent(name), ...(description !== undefined && { description }) }
  return { type: 'function', function: { ...described, parameters: inputSchema } }
}
