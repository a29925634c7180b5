// Takes the place of the APIs of two models: the first answer calls the tool, the second has its text.
import process from 'node:process'

process.env['ANTHROPIC_API_KEY'] = 'scripted'
process.env['OPENAI_API_KEY'] = 'scripted'

const call = { name: 'greet__hello', arguments: { name: 'Ada' } }

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
