import { generateText, stepCountIs, type ToolSet } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, test } from 'vitest'
import { toAiSdkTools } from '../../packages/omniport/src/models/ai-sdk/to-ai-sdk-tools.js'
import { openModelHost, pdf, png } from './fixtures/model-server.js'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** What a model does that calls each tool in a step of its own, and then ends. */
function script(calls: readonly (readonly [name: string, args: object])[]) {
  const steps = calls.map(([toolName, args], index) => ({
    content: [{ type: 'tool-call', toolCallId: `c${index}`, toolName, input: JSON.stringify(args) }],
    finishReason: { unified: 'tool-calls', raw: undefined },
    usage,
    warnings: [],
  }))
  const end = {
    content: [{ type: 'text', text: 'Done' }],
    finishReason: { unified: 'stop', raw: undefined },
    usage,
    warnings: [],
  }
  return [...steps, end] as never[]
}

/** The last step of a model with tools: what it was told of them, and of what they returned. */
interface LastCall {
  readonly tools?: readonly { readonly name: string; readonly description?: string; readonly inputSchema: object }[]
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
}

function toolOutputs({ prompt }: LastCall): unknown[] {
  const messages = prompt.filter(({ role }) => role === 'tool')
  return messages.flatMap(({ content }) => (content as { output: unknown }[]).map(({ output }) => output))
}

const calls = [
  ['weather__forecast', { city: 'Rome' }],
  ['weather__map', {}],
] as const

describe('the AI SDK', () => {
  test('calls the tools of a host, and its model sees texts, images and documents', async () => {
    const host = openModelHost()
    const model = new MockLanguageModelV4({ doGenerate: script(calls) })
    const tools: ToolSet = await toAiSdkTools(host)
    const { text, steps } = await generateText({ model, tools, prompt: 'Weather?', stopWhen: stepCountIs(5) })
    expect(text).toBe('Done')
    const last = model.doGenerateCalls.at(-1) as LastCall
    expect(last.tools?.[0]).toMatchObject({
      name: 'weather__forecast',
      description: '[MCP server "weather", tool "forecast"] Says how the weather will be',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    })
    expect(last.tools?.[0]?.inputSchema).not.toHaveProperty('additionalProperties')
    expect(toolOutputs(last)).toEqual([
      { type: 'content', value: [{ type: 'text', text: 'Sunny in Rome' }] },
      {
        type: 'content',
        value: [
          { type: 'text', text: 'The map:' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: png } },
          { type: 'file', mediaType: 'application/pdf', filename: 'legend.pdf', data: { type: 'data', data: pdf } },
          { type: 'text', text: '[audio, audio/wav, 4 bytes: not shown]' },
        ],
      },
    ])
    expect(steps[0]?.toolResults[0]?.output).toMatchObject({ content: [{ type: 'text', text: 'Sunny in Rome' }] })
  })

  test('tells its model of a call that was denied, and of a tool that failed', async () => {
    const host = openModelHost({
      policy: (request) => (request.type === 'call' && request.tool.tool === 'map' ? 'deny' : 'allow'),
    })
    const tools: ToolSet = await toAiSdkTools(host)
    const failing = Object.keys(tools).find((name) => name.startsWith('weather__storm')) ?? ''
    const model = new MockLanguageModelV4({
      doGenerate: script([
        ['weather__map', {}],
        [failing, {}],
      ]),
    })
    await generateText({ model, tools, prompt: 'Weather?', stopWhen: stepCountIs(5) })
    expect(toolOutputs(model.doGenerateCalls.at(-1) as LastCall)).toEqual([
      { type: 'error-text', value: 'weather__map was not called: the policy denies it' },
      { type: 'error-text', value: 'The station does not answer' },
    ])
  })

  test('cancels the call when the generation is aborted', async () => {
    const abort = new AbortController()
    const host = openModelHost({
      policy: (request) => (request.type === 'call' ? 'ask' : 'allow'),
      ask: (_request, { signal }) => {
        queueMicrotask(() => abort.abort(new Error('the user left')))
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    const { weather__map: map } = await toAiSdkTools(host)
    await expect(map?.execute({}, { abortSignal: abort.signal })).rejects.toThrow('the user left')
  })
})
