import { dot } from './data.mjs'

/** A question for a model that says all there is to say, without tools. */
export const described = {
  messages: [
    { role: 'user', content: { type: 'text', text: 'What is this?' } },
    { role: 'assistant', content: { type: 'text', text: 'Show me.' } },
    { role: 'user', content: { type: 'image', data: dot, mimeType: 'image/png' } },
  ],
  maxTokens: 50,
  systemPrompt: 'Be brief.',
  temperature: 0.5,
  stopSequences: ['.'],
  modelPreferences: { hints: [{ name: 'small' }], costPriority: 1, speedPriority: 0.5, intelligencePriority: 0 },
  includeContext: 'none',
  metadata: { trace: '1' },
}

/** A text for a model, and nothing else. */
export function reported(text) {
  return { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 20 }
}

const tool = {
  name: 'weather',
  description: 'Tells the weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

/** A talk with a model that may use a tool of the server. */
export const weather = {
  /** How to go on from these messages. */
  params: (messages) => ({ messages, maxTokens: 100, tools: [tool], toolChoice: { mode: 'auto' } }),

  /** The messages that follow an answer of the model; undefined if it was the last. */
  next: ({ content }) => {
    const blocks = Array.isArray(content) ? content : [content]
    const uses = blocks.filter(({ type }) => type === 'tool_use')
    if (uses.length === 0) return undefined
    const user = { role: 'user', content: uses.map(resultOf) }
    return [{ role: 'assistant', content: blocks }, user]
  },
}

/** Talks with a model until it no longer asks for the tool. */
export async function converse(sample) {
  const messages = reported('Will it rain in Oslo?').messages
  for (;;) {
    const answer = await sample(weather.params(messages))
    const more = weather.next(answer)
    if (more === undefined) return { text: [answer.content].flat()[0].text, stopReason: answer.stopReason }
    messages.push(...more)
  }
}

function resultOf({ id, input }) {
  return { type: 'tool_result', toolUseId: id, content: [{ type: 'text', text: `Rain in ${input.city}` }] }
}
