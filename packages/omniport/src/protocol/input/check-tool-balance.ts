import type { SampleMessage } from '../model/sampling.js'
import { toBlocks } from './to-blocks.js'

/**
 * The first message that breaks the order of tools in a conversation; undefined if the order is right. Every tool that the
 * assistant uses has its result in the next message, which is the user's and holds results only.
 *
 * spec: client/sampling#message-content-constraints
 */
export function checkToolBalance(messages: readonly SampleMessage[]): string | undefined {
  let open: ReadonlySet<string> = new Set()
  for (const [index, message] of messages.entries()) {
    const problem = checkMessage(message, open)
    if (problem !== undefined) return `messages[${index}].content ${problem}`
    open = new Set(idsIn(message, 'tool_use'))
  }
  if (open.size > 0) return `messages[${messages.length - 1}].content uses a tool, and no result follows`
  return undefined
}

/** `open` has the tools that the message before it used. */
function checkMessage(message: SampleMessage, open: ReadonlySet<string>): string | undefined {
  const uses = idsIn(message, 'tool_use')
  const results = idsIn(message, 'tool_result')
  if (uses.length > 0 && message.role !== 'assistant') return 'may use tools only where the role is "assistant"'
  if (results.length > 0 && message.role !== 'user') return 'may have tool results only where the role is "user"'
  if (results.length > 0 && results.length < toBlocks(message.content).length) {
    return 'must hold nothing else beside tool results'
  }
  if (new Set(uses).size < uses.length) return 'uses two tools under one id'
  if (new Set(results).size < results.length) return 'has two results of one tool use'
  if (results.some((id) => !open.has(id))) return 'has the result of a tool that the message before did not use'
  return results.length < open.size ? 'must have a result of every tool that the message before used' : undefined
}

function idsIn({ content }: SampleMessage, type: 'tool_use' | 'tool_result'): string[] {
  return toBlocks(content).flatMap((block) => {
    if (block.type !== type) return []
    return [block.type === 'tool_use' ? block.id : block.toolUseId]
  })
}
