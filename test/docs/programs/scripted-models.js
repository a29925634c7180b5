// Takes the place of the APIs of three models: the first answer calls the tool, the second has its text.
import process from 'node:process'

process.env['ANTHROPIC_API_KEY'] = 'scripted'
process.env['OPENAI_API_KEY'] = 'scripted'

const usage = { inputTokens: {}, outputTokens: {} }
const call = { name: 'greet__hello', arguments: { name: 'Ada' } }

globalThis.AI_SDK_DEFAULT_PROVIDER = { specificationVersion: 'v4', languageModel: () => aiSdkModel }

globalThis.fetch = async (_address, { body }) => {
  const { messages, input } = JSON.parse(body)
  return Response.json(messages === undefined ? answerOpenAi(input) : answerAnthropic(messages))
}

function answerAnthropic(messages) {
  const result = messages[2]?.content[0].content[0].text
  const content =
    result === undefined
      ? [{ type: 'tool_use', id: '1', name: call.name, input: call.arguments }]
      : [{ type: 'text', text: `The answer: ${result}` }]
  return { id: '1', type: 'message', role: 'assistant', content }
}

function answerOpenAi(input) {
  const result = typeof input === 'string' ? undefined : input[0].output[0].text
  const output =
    result === undefined
      ? { type: 'function_call', call_id: '1', name: call.name, arguments: JSON.stringify(call.arguments) }
      : {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: `The answer: ${result}`, annotations: [] }],
        }
  return { id: '1', object: 'response', output: [output] }
}

/** A model of the AI SDK by its interface, which a provider package implements. */
const aiSdkModel = {
  specificationVersion: 'v4',
  provider: 'scripted',
  modelId: 'scripted',
  supportedUrls: {},
  async doGenerate({ prompt }) {
    const result = prompt.at(-1).content[0].output?.value[0].text
    const content =
      result === undefined
        ? [{ type: 'tool-call', toolCallId: '1', toolName: call.name, input: JSON.stringify(call.arguments) }]
        : [{ type: 'text', text: `The answer: ${result}` }]
    const unified = result === undefined ? 'tool-calls' : 'stop'
    return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] }
  },
}
