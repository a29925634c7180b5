import type { ClientCapabilities, CreateMessageRequestParams, SamplingMessage } from '../types.js'

/** Throws unless a sampling request fits the client, and its tool results answer the tool uses before them. */
export function checkSampling(params: CreateMessageRequestParams, client: ClientCapabilities | undefined): void {
  if ((params.tools || params.toolChoice) && !client?.sampling?.tools) {
    throw new Error('Client does not support sampling tools capability.')
  }
  const last = blocksOf(params.messages.at(-1))
  const previous = blocksOf(params.messages.at(-2))
  const uses = previous.filter((block) => block.type === 'tool_use')
  const results = last.filter((block) => block.type === 'tool_result')
  if (results.length > 0) {
    if (results.length < last.length) {
      throw new Error('The last message must contain only tool_result content if any is present')
    }
    if (uses.length === 0) {
      throw new Error('tool_result blocks are not matching any tool_use from the previous message')
    }
  }
  if (uses.length === 0) return
  const used = new Set(uses.map(({ id }) => id))
  const answered = new Set(results.map(({ toolUseId }) => toolUseId))
  if (used.size !== answered.size || [...used].some((id) => !answered.has(id))) {
    throw new Error('ids of tool_result blocks and tool_use blocks from previous message do not match')
  }
}

type Block = Exclude<SamplingMessage['content'], unknown[]>

function blocksOf(message: SamplingMessage | undefined): readonly Block[] {
  if (message === undefined) return []
  return Array.isArray(message.content) ? message.content : [message.content]
}
