import { toAnthropicTools } from 'omniport/models'

/**
 * Lets a model work with the tools of a host until it has an answer. `createMessage` is `anthropic.messages.create` of
 * `@anthropic-ai/sdk`, bound, or anything like it. The policy of the host, or the person, decides about every call. Gives up after
 * `maxTurns` answers with calls.
 */
export async function runAgent(host, { createMessage, model, prompt, maxTurns = 10 }) {
  const messages = [{ role: 'user', content: prompt }]
  for (let turn = 0; turn <= maxTurns; turn += 1) {
    const mcp = await toAnthropicTools(host) // each time: servers come and go
    const { content } = await createMessage({ model, max_tokens: 4_096, messages, tools: mcp.tools })
    const results = await mcp.run(content)
    messages.push({ role: 'assistant', content })
    if (results.length === 0) return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
    messages.push({ role: 'user', content: results })
  }
  throw new Error(`The model had no answer after ${maxTurns} turns`)
}
